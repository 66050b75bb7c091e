package io.spate.it;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.flink.types.Row;

/** Rows as text, so that those of different readers can be compared: two are equal if their texts are. */
final class Cells {
    private Cells() {}

    /** The texts of rows in an order of their own, as those of a table have none. */
    static List<String> sorted(Collection<Row> rows) {
        return rows.stream().map(Cells::text).sorted().toList();
    }

    /** A value of any type that Flink's rows have. */
    static String text(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof Row row) {
            return joined("(", IntStream.range(0, row.getArity()).mapToObj(row::getField), ")");
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        } else if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        } else if (value.getClass().isArray()) {
            return joined("[", IntStream.range(0, Array.getLength(value)).mapToObj(i -> Array.get(value, i)), "]");
        } else if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value.toString();
    }

    private static String joined(String before, Stream<?> values, String after) {
        return values.map(Cells::text).collect(Collectors.joining(", ", before, after));
    }
}
