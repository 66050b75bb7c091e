package io.spate.engine;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the options of a table say: those of {@link TableOption}, and those of the engine. Immutable, and printed without
 * secrets.
 */
public final class TableOptions implements Serializable {
    private static final long serialVersionUID = 1L;
    /** What the host itself reads. */
    private static final Set<String> OF_HOST = Set.of(
            "connector",
            "property-version",
            "scan.watermark.emit.strategy",
            "scan.watermark.alignment.group",
            "scan.watermark.alignment.max-drift",
            "scan.watermark.alignment.update-interval",
            "scan.watermark.idle-timeout");

    private static final Map<String, Option<?>> BY_KEY =
            TableOption.ALL.stream().collect(Collectors.toUnmodifiableMap(Option::key, Function.identity()));

    private final TreeMap<String, String> values;
    private final SpateOptions engine;

    private TableOptions(Map<String, String> values, SpateOptions engine) {
        this.values = new TreeMap<>(values);
        this.engine = engine;
    }

    /** The same for a format that checks its options itself, or takes any. */
    public static TableOptions of(Map<String, String> options, Map<String, String> defaults) {
        return of(options, defaults, Optional.empty());
    }

    /**
     * Checks every key and every value, and whether they go together.
     *
     * @param options as written in the definition of the table. Those of its format, which begin with the name of that and
     *     a dot, are left out
     * @param defaults of options of the engine, for those that the table does not set; may have credentials, which are taken
     *     together or not at all
     * @param formatKeys all keys that the format knows, with its name before them; empty if it takes any
     * @throws IllegalArgumentException for an unknown key, naming the nearest one there is; for a value of the wrong form or
     *     out of range; for a path or a format that is missing, with an example; for options that do not go together
     */
    public static TableOptions of(
            Map<String, String> options, Map<String, String> defaults, Optional<Set<String>> formatKeys) {
        Map<String, String> table = new HashMap<>();
        Map<String, String> engine = new HashMap<>();
        TableKeys keys =
                new TableKeys(options.getOrDefault(TableOption.FORMAT.key(), "").strip(), formatKeys);
        new TreeMap<>(options).forEach((key, value) -> {
            if (BY_KEY.containsKey(key)) {
                BY_KEY.get(key).parse(key, value);
                table.put(key, value);
            } else if (isOfEngine(key)) {
                engine.put(key, value);
            } else if (!OF_HOST.contains(key)) {
                keys.check(key);
            }
        });
        require(table, TableOption.PATH, "'spate://bucket/prefix/'");
        require(table, TableOption.FORMAT, "'csv', 'json' or 'parquet'");
        TableOptions checked = new TableOptions(table, SpateOptions.of(merged(engine, defaults)));
        new TableOptionChecks(checked, Map.copyOf(options)).check();
        return checked;
    }

    public <T> T get(Option<T> option) {
        String value = values.get(option.key());
        return value == null ? option.defaultValue() : option.parse(value);
    }

    /** Whether the table says something of it. */
    public boolean has(Option<?> option) {
        return values.containsKey(option.key());
    }

    /** The value of an option as it is written in the table; empty if it is not there. */
    public String text(Option<?> option) {
        return values.getOrDefault(option.key(), "");
    }

    /** The paths, at least one. */
    public List<String> paths() {
        return get(TableOption.PATH);
    }

    /** The name of the format. */
    public String format() {
        return get(TableOption.FORMAT).orElseThrow();
    }

    /** What the engine is told. */
    public SpateOptions engine() {
        return engine;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableOptions that && values.equals(that.values) && engine.equals(that.engine);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values + " " + engine;
    }

    private static boolean isOfEngine(String key) {
        return key.startsWith(SpateOptions.BUCKET_PREFIX)
                || Option.ALL.stream().anyMatch(option -> option.key().equals(key));
    }

    private static Map<String, String> merged(Map<String, String> own, Map<String, String> defaults) {
        Map<String, String> merged = new HashMap<>(defaults);
        for (Set<String> group : SpateOptions.GROUPS) {
            if (group.stream().anyMatch(own::containsKey)) {
                merged.keySet().removeAll(group);
            }
        }
        merged.putAll(own);
        return merged;
    }

    private static void require(Map<String, String> table, Option<?> option, String example) {
        if (!table.containsKey(option.key())) {
            throw new IllegalArgumentException(
                    "option '" + option + "' is missing: add '" + option + "' = " + example + " to WITH (...)");
        }
    }
}
