package io.spate.it;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.flink.types.Row;

/** A column of each type that formats have, with two values that are hard to get right; it is null in a third row. */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes the values
enum TypedColumn {
    INT("INT", Integer.MIN_VALUE, 0),
    BIGINT("BIGINT", Long.MAX_VALUE, -1L),
    DOUBLE("DOUBLE", 0.1, -1.5e300),
    DECIMAL("DECIMAL(20, 3)", new BigDecimal("12345678901234567.891"), new BigDecimal("-0.100")),
    STRING("STRING", "gr\u00FC\u00DFe, \"quoted\"; \uD83D\uDE80\t'x' \\n", " # \u65E5\u672C "),
    BOOLEAN("BOOLEAN", true, false),
    DATE("DATE", LocalDate.of(1969, 12, 31), LocalDate.of(2028, 2, 29)),
    TIME("TIME(0)", LocalTime.of(23, 59, 59), LocalTime.MIDNIGHT),
    // Before 1970 Flink's Parquet and ORC have whole seconds only.
    TIMESTAMP(
            "TIMESTAMP(3)",
            LocalDateTime.of(1969, 12, 31, 23, 59, 58),
            LocalDateTime.of(2026, 1, 2, 3, 4, 5, 999_000_000)),
    BYTES("BYTES", new byte[] {0, -1, 10, 13, 34}, "text".getBytes(StandardCharsets.UTF_8)),
    ROW("ROW<a INT, b STRING>", Row.of(1, "one"), Row.of(-2, "two, \"2\"")),
    ARRAY("ARRAY<INT>", new Integer[] {1, 2, 3}, new Integer[] {-4}),
    MAP("MAP<STRING, INT>", Map.of("k", 1, "\u00FC", 2), Map.of("", 3));

    private final String type;
    private final List<Object> values;

    TypedColumn(String type, Object first, Object second) {
        this.type = type;
        this.values = Arrays.asList(first, second, null);
    }

    /** These columns as between the brackets of {@code CREATE TABLE}, with a number of the row before them. */
    static String definitions(Collection<TypedColumn> columns) {
        return columns.stream()
                .map(column -> ", c_" + column.name().toLowerCase(Locale.ROOT) + " " + column.type)
                .collect(Collectors.joining("", "id INT", ""));
    }

    /**
     * Rows of these columns.
     *
     * @param neverNull columns that have their first value where others are null
     */
    static List<Row> rows(Collection<TypedColumn> columns, Collection<TypedColumn> neverNull) {
        return IntStream.range(0, 3)
                .mapToObj(number -> {
                    Row row = new Row(columns.size() + 1);
                    row.setField(0, number);
                    int index = 1;
                    for (TypedColumn column : columns) {
                        row.setField(
                                index++, column.values.get(number == 2 && neverNull.contains(column) ? 0 : number));
                    }
                    return row;
                })
                .toList();
    }
}
