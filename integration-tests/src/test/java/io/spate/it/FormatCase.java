package io.spate.it;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.apache.flink.types.Row;

/**
 * A format, and rows of all types that it has.
 *
 * @param columns of the rows, as in {@code CREATE TABLE}
 * @param options of tables
 */
record FormatCase(String format, String columns, List<Row> rows, Map<String, String> options) {
    static Stream<FormatCase> all() {
        return Stream.of(
                of("csv", Map.of("csv.null-literal", "NULL"), TypedColumn.MAP),
                of("json", Map.of()),
                new FormatCase(
                        "raw",
                        "text STRING",
                        List.of(Row.of("gr\u00FC\u00DFe, \"x\""), Row.of(" "), Row.of("c")),
                        Map.of("format", "raw")),
                of("avro", Map.of(), TypedColumn.TIME),
                of("parquet", Map.of()),
                of("orc", Map.of(), TypedColumn.TIME),
                of("debezium-json", Map.of()),
                of("canal-json", Map.of()));
    }

    private static FormatCase of(String format, Map<String, String> options, TypedColumn... without) {
        EnumSet<TypedColumn> columns = EnumSet.allOf(TypedColumn.class);
        List.of(without).forEach(columns::remove);
        Map<String, String> all = new TreeMap<>(options);
        all.put("format", format);
        return new FormatCase(format, TypedColumn.definitions(columns), TypedColumn.rows(columns), all);
    }

    @Override
    public String toString() {
        return format;
    }
}
