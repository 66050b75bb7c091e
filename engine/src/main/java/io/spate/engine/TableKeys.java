package io.spate.engine;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Refuses keys of options that no table of a format has, and says which one was most likely meant.
 *
 * @param format its name, empty if that is missing
 * @param formatKeys all keys of the format, with its name before them; empty if it takes any
 */
record TableKeys(String format, Optional<Set<String>> formatKeys) {
    private static final Set<String> FORMATS = Set.of(
            "avro", "canal-json", "csv", "debezium-json", "json", "maxwell-json", "ogg-json", "orc", "parquet", "raw");

    /** Of formats that hand all keys on to their libraries, those that mean something to reading or writing here. */
    private static final Map<String, Set<String>> OF_LIBRARIES = Map.of(
            "orc", Set.of("orc.compress", "orc.stripe.size"),
            "parquet",
                    Set.of(
                            "parquet.batch-size",
                            "parquet.block.size",
                            "parquet.compression",
                            "parquet.page.size",
                            "parquet.timestamp.time.unit",
                            "parquet.utc-timezone",
                            "parquet.write.int64.timestamp"));

    private static final int MISSPELLED = 2;

    /**
     * @throws IllegalArgumentException if a key, which is neither of tables nor of the engine, is not of the format; or if the
     *     format takes any, but this one is a known one misspelled
     */
    void check(String key) {
        if (!format.isEmpty() && key.startsWith(format + ".")) {
            formatKeys.filter(known -> !known.contains(key)).ifPresent(known -> {
                throw unknown(key, all());
            });
            if (formatKeys.isEmpty() && isMisspelled(key)) {
                throw unknown(key, OF_LIBRARIES.get(format));
            }
            return;
        }
        otherFormat(key).ifPresent(other -> {
            throw new IllegalArgumentException("option '" + key + "' is of the format '" + other + "', but 'format' = '"
                    + format + "': remove the one, or change the other");
        });
        throw unknown(key, all());
    }

    /** The format that a key is of, if it is of another one. */
    Optional<String> otherFormat(String key) {
        return FORMATS.stream()
                .filter(name -> key.startsWith(name + ".") && !name.equals(format))
                .findFirst();
    }

    private boolean isMisspelled(String key) {
        Set<String> known = OF_LIBRARIES.getOrDefault(format, Set.of());
        return !known.contains(key) && known.stream().anyMatch(meant -> Nearest.distance(key, meant) <= MISSPELLED);
    }

    private Set<String> all() {
        Set<String> all = new TreeSet<>(formatKeys.orElse(Set.of()));
        Stream.concat(TableOption.ALL.stream(), Option.ALL.stream())
                .map(Option::key)
                .forEach(all::add);
        return all;
    }

    private static IllegalArgumentException unknown(String key, Set<String> known) {
        return new IllegalArgumentException(
                "unknown option '" + key + "': did you mean '" + Nearest.to(key, known)
                        + "'? Options of a format begin with its name and a dot, all others are in docs/sql.md and docs/options.md");
    }
}
