package io.spate.it;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** What JSON and text stand for, by the type of a column. */
final class JsonValues {
    private JsonValues() {}

    static Object of(JsonNode node, LogicalType type) {
        if (node == null || node.isNull() || node.isMissingNode()) {
            return null;
        }
        return switch (type.getTypeRoot()) {
            case ROW -> {
                RowType columns = (RowType) type;
                yield ReferenceReader.row(
                        columns, i -> of(node.get(columns.getFieldNames().get(i)), columns.getTypeAt(i)));
            }
            case ARRAY ->
                StreamSupport.stream(node.spliterator(), false)
                        .map(element -> of(element, ((ArrayType) type).getElementType()))
                        .toArray();
            case MAP -> {
                Map<String, Object> map = new HashMap<>();
                node.fields()
                        .forEachRemaining(entry ->
                                map.put(entry.getKey(), of(entry.getValue(), ((MapType) type).getValueType())));
                yield map;
            }
            default -> ofText(node.asText(), type);
        };
    }

    static Object ofText(String text, LogicalType type) {
        return switch (type.getTypeRoot()) {
            case VARCHAR -> text;
            case BOOLEAN -> Boolean.valueOf(text);
            case INTEGER -> Integer.valueOf(text);
            case BIGINT -> Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text).setScale(((DecimalType) type).getScale());
            case DATE -> LocalDate.parse(text);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> LocalDateTime.parse(text.replace(' ', 'T'));
            default -> throw new IllegalArgumentException("no text is read as " + type);
        };
    }
}
