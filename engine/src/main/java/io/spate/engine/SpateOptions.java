package io.spate.engine;

import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static java.util.Objects.requireNonNull;

/**
 * A checked set of options. Keys are those of {@link Option#ALL}, and {@code bucket.NAME.KEY} for one bucket only.
 * Immutable, comparable by value, and printed without secrets.
 */
public final class SpateOptions implements Serializable {
    /** What the key of an option for one bucket starts with. */
    public static final String BUCKET_PREFIX = "bucket.";

    private static final long serialVersionUID = 1L;
    private static final SpateOptions DEFAULTS = new SpateOptions(Map.of());
    private static final Map<String, Option<?>> BY_KEY = Option.ALL.stream()
            .collect(Collectors.toMap(Option::key, option -> option, (a, b) -> a, LinkedHashMap::new));

    /** Options that mean something only together. A bucket sets those of a group together or not at all. */
    static final List<Set<String>> GROUPS = List.of(
            Set.of(
                    Option.CREDENTIALS.key(),
                    Option.ACCESS_KEY.key(),
                    Option.SECRET_KEY.key(),
                    Option.SESSION_TOKEN.key()),
            Set.of(Option.ENCRYPTION.key(), Option.KMS_KEY.key(), Option.CUSTOMER_KEY.key()));

    private final TreeMap<String, String> values;

    private SpateOptions(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    public static SpateOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Checks every key and every value.
     *
     * @throws IllegalArgumentException for an unknown key, naming the nearest one there is; for a value of the wrong form
     *     or out of range, naming key, value and what was expected; for values that do not go together
     */
    public static SpateOptions of(Map<String, String> values) {
        Map<String, String> checked = new TreeMap<>();
        values.forEach((key, value) -> {
            requireNonNull(value, () -> "option '" + key + "' is null");
            find(key).parse(key, value);
            checked.put(key, value);
        });
        SpateOptions options = new SpateOptions(checked);
        new OptionChecks(options, "").check();
        checked.keySet().stream()
                .filter(key -> key.startsWith(BUCKET_PREFIX))
                .peek(SpateOptions::checkBucket)
                .map(SpateOptions::bucketOf)
                .distinct()
                .forEach(bucket -> new OptionChecks(options.forBucket(bucket), " of bucket '" + bucket + "'").check());
        return options;
    }

    /** The value of an option for all buckets that have none of their own. */
    public <T> T get(Option<T> option) {
        String value = values.get(option.key());
        return value == null ? option.defaultValue() : option.parse(value);
    }

    /**
     * The options that hold for one bucket: its own where it has some, else those for all. Credentials go together, and
     * so do the options of encryption: a bucket with any of its own takes none of those for all.
     */
    public SpateOptions forBucket(String bucket) {
        Map<String, String> own = new TreeMap<>();
        Map<String, String> resolved = new TreeMap<>();
        values.forEach((key, value) -> {
            if (!key.startsWith(BUCKET_PREFIX)) {
                resolved.put(key, value);
            } else if (bucketOf(key).equals(bucket)) {
                own.put(find(key).key(), value);
            }
        });
        for (Set<String> group : GROUPS) {
            if (!Collections.disjoint(own.keySet(), group)) {
                resolved.keySet().removeAll(group);
            }
        }
        resolved.putAll(own);
        return new SpateOptions(resolved);
    }

    /** These options with one more, or one changed. */
    public SpateOptions with(String key, String value) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.put(key, value);
        return of(changed);
    }

    /** What was set, secrets included, in the order of keys. */
    public Map<String, String> asMap() {
        return Collections.unmodifiableMap(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpateOptions that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + (find(entry.getKey()).isSecret() ? "***" : entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static void checkBucket(String key) {
        try {
            new ObjectUri(bucketOf(key), "");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + key + "': " + e.getMessage(), e);
        }
    }

    private static Option<?> find(String key) {
        if (!key.startsWith(BUCKET_PREFIX)) {
            return Optional.<Option<?>>ofNullable(BY_KEY.get(key)).orElseThrow(() -> unknown(key, BY_KEY.keySet()));
        }
        Option<?> option = BY_KEY.values().stream()
                .filter(candidate -> key.endsWith("." + candidate.key())
                        && key.length()
                                > BUCKET_PREFIX.length() + candidate.key().length() + 1)
                .max(Comparator.comparingInt(candidate -> candidate.key().length()))
                .orElseThrow(() -> unknownOfBucket(key));
        if (option.scope() == Option.Scope.PROCESS) {
            throw new IllegalArgumentException("option '" + key + "': '" + option
                    + "' holds for the whole process and cannot be set for one bucket");
        }
        return option;
    }

    /** The bucket of a key that {@link #find} knows. Bucket names may have dots, options too: the longest option wins. */
    private static String bucketOf(String key) {
        return key.substring(
                BUCKET_PREFIX.length(), key.length() - find(key).key().length() - 1);
    }

    private static IllegalArgumentException unknownOfBucket(String key) {
        String rest = key.substring(BUCKET_PREFIX.length());
        List<String> known = IntStream.range(1, rest.length())
                .filter(i -> rest.charAt(i) == '.')
                .mapToObj(i -> BUCKET_PREFIX + rest.substring(0, i + 1))
                .flatMap(prefix -> BY_KEY.keySet().stream().map(option -> prefix + option))
                .toList();
        return known.isEmpty()
                ? new IllegalArgumentException(
                        "unknown option '" + key + "': expected " + BUCKET_PREFIX + "NAME.OPTION")
                : unknown(key, known);
    }

    private static IllegalArgumentException unknown(String key, Collection<String> known) {
        return new IllegalArgumentException("unknown option '" + key + "': did you mean '" + Nearest.to(key, known)
                + "'? All options are in docs/options.md");
    }
}
