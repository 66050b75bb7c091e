package io.spate.hadoop;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How the opener of a file says it will be read: the values of {@code fs.option.openfile.read.policy}. */
enum ReadPolicy {
    /** All of it, from the first byte to the last: read ahead at full width from the start. */
    WHOLE_FILE("whole-file"),
    /** In sequence from some position on: read ahead, more and more, or at full width where a split is given. */
    SEQUENTIAL("sequential", "csv", "json", "avro"),
    /** Here and there: fetch what is asked for and no more. */
    RANDOM("random", "hbase", "vector", "columnar", "parquet", "orc"),
    /** To be found out while it is read. */
    ADAPTIVE("adaptive");

    private static final String DEFAULT = "default";

    @SuppressWarnings("ImmutableEnumChecker") // a set of Set.of
    private final Set<String> names;

    ReadPolicy(String... names) {
        this.names = Set.of(names);
    }

    static ReadPolicy of(FileSystemOptions.Read option) {
        return switch (option) {
            case ADAPTIVE -> ADAPTIVE;
            case SEQUENTIAL -> SEQUENTIAL;
            case RANDOM -> RANDOM;
        };
    }

    /**
     * The first policy of a list that is known, as openers list them by preference.
     *
     * @param list names with commas between them
     * @param otherwise if none is known, and for {@code default}
     */
    static ReadPolicy first(String list, ReadPolicy otherwise) {
        return Arrays.stream(list.split(","))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .flatMap(name -> named(name, otherwise).stream())
                .findFirst()
                .orElse(otherwise);
    }

    private static Optional<ReadPolicy> named(String name, ReadPolicy otherwise) {
        return name.equals(DEFAULT)
                ? Optional.of(otherwise)
                : Arrays.stream(values())
                        .filter(policy -> policy.names.contains(name))
                        .findFirst();
    }
}
