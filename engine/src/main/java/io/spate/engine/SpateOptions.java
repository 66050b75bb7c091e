package io.spate.engine;

import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
     *     or out of range, naming key, value and what was expected; for credentials that are incomplete
     */
    public static SpateOptions of(Map<String, String> values) {
        Map<String, String> checked = new TreeMap<>();
        values.forEach((key, value) -> {
            requireNonNull(value, () -> "option '" + key + "' is null");
            find(key).parse(value);
            checked.put(key, value);
        });
        SpateOptions options = new SpateOptions(checked);
        options.checkCredentials("");
        checked.keySet().stream()
                .filter(key -> key.startsWith(BUCKET_PREFIX))
                .map(SpateOptions::bucketOf)
                .distinct()
                .forEach(bucket -> options.forBucket(bucket).checkCredentials(" of bucket '" + bucket + "'"));
        return options;
    }

    /** The value of an option for all buckets that have none of their own. */
    public <T> T get(Option<T> option) {
        String value = values.get(option.key());
        return value == null ? option.defaultValue() : option.parse(value);
    }

    /** The options that hold for one bucket: its own where it has some, else those for all. */
    public SpateOptions forBucket(String bucket) {
        Map<String, String> resolved = new TreeMap<>();
        values.forEach((key, value) -> {
            if (!key.startsWith(BUCKET_PREFIX)) {
                resolved.putIfAbsent(key, value);
            } else if (bucketOf(key).equals(bucket)) {
                resolved.put(find(key).key(), value);
            }
        });
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

    private void checkCredentials(String whose) {
        Option.Credentials source = get(Option.CREDENTIALS);
        boolean half =
                get(Option.ACCESS_KEY).isPresent() != get(Option.SECRET_KEY).isPresent();
        boolean none = get(Option.ACCESS_KEY).isEmpty();
        if (half || (source == Option.Credentials.STATIC && none)) {
            throw new IllegalArgumentException("the static credentials" + whose + " are incomplete: set both '"
                    + Option.ACCESS_KEY + "' and '" + Option.SECRET_KEY + "'");
        }
    }

    private static Option<?> find(String key) {
        if (!key.startsWith(BUCKET_PREFIX)) {
            return Optional.<Option<?>>ofNullable(BY_KEY.get(key)).orElseThrow(() -> unknown(key, key, ""));
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
        int dot = rest.indexOf('.');
        return dot <= 0
                ? new IllegalArgumentException(
                        "unknown option '" + key + "': expected " + BUCKET_PREFIX + "NAME.OPTION")
                : unknown(key, rest.substring(dot + 1), key.substring(0, key.length() - rest.length() + dot + 1));
    }

    private static IllegalArgumentException unknown(String key, String asked, String prefix) {
        return new IllegalArgumentException("unknown option '" + key + "': did you mean '" + prefix
                + Nearest.to(asked, BY_KEY.keySet()) + "'? All options are in docs/options.md");
    }
}
