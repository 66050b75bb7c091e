package io.spate.it;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.flink.types.Row;

/**
 * A format, and rows of all types that it has.
 *
 * @param columns of the rows, as in {@code CREATE TABLE}
 * @param options of tables
 */
record FormatCase(String format, String columns, List<Row> rows, Map<String, String> options) {
    /** Formats that tell of changes, which Flink reads in streaming mode only. */
    private static final Set<String> CHANGELOGS = Set.of("debezium-json", "canal-json");

    /** Types whose null Flink's CSV writes, and does not read. */
    private static final Set<TypedColumn> NEVER_NULL_IN_CSV = EnumSet.of(TypedColumn.ROW, TypedColumn.ARRAY);

    static Stream<FormatCase> all() {
        return Stream.of(
                csv(),
                of("json"),
                new FormatCase(
                        "raw",
                        "text STRING",
                        List.of(Row.of("gr\u00FC\u00DFe, \"x\""), Row.of(" "), Row.of("c")),
                        Map.of("format", "raw")),
                of("avro", TypedColumn.TIME),
                of("parquet"),
                of("orc", TypedColumn.TIME),
                of("debezium-json"),
                of("canal-json"));
    }

    private static FormatCase csv() {
        EnumSet<TypedColumn> columns = EnumSet.complementOf(EnumSet.of(TypedColumn.MAP));
        return new FormatCase(
                "csv",
                TypedColumn.definitions(columns),
                TypedColumn.rows(columns, NEVER_NULL_IN_CSV),
                Map.of("format", "csv", "csv.null-literal", "NULL"));
    }

    private static FormatCase of(String format, TypedColumn... without) {
        EnumSet<TypedColumn> columns = EnumSet.allOf(TypedColumn.class);
        List.of(without).forEach(columns::remove);
        return new FormatCase(
                format,
                TypedColumn.definitions(columns),
                TypedColumn.rows(columns, Set.of()),
                Map.of("format", format));
    }

    boolean isChangelog() {
        return CHANGELOGS.contains(format);
    }

    @Override
    public String toString() {
        return format;
    }
}
