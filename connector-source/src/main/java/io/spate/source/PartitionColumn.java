package io.spate.source;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Optional;

import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** A column whose value is in the directory of the object. */
record PartitionColumn(String name, LogicalType type) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int DATE_LENGTH = 10;

    PartitionColumn {
        switch (type.getTypeRoot()) {
            case CHAR, VARCHAR, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE, DECIMAL -> {}
            case DATE, TIME_WITHOUT_TIME_ZONE, TIMESTAMP_WITHOUT_TIME_ZONE -> {}
            default ->
                throw new IllegalArgumentException("column '" + name + "' of PARTITIONED BY is " + type
                        + ", whose values are no names of directories: use a text, a number, a boolean, a date, a time or"
                        + " a timestamp");
        }
    }

    /**
     * A value as Flink holds it within, null for none.
     *
     * @param where the object or directory, for the error
     * @throws IllegalStateException if the text is none of this type
     */
    Object valueOf(Optional<String> text, String where) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return parse(text.get());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalStateException(
                    "the directory of '" + where + "' says '" + text.get() + "' for column '" + name + "', which is no "
                            + type + ": correct the type of the column, or leave the directory out with 'scan.exclude'",
                    e);
        }
    }

    private Object parse(String text) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> StringData.fromString(text);
            case BOOLEAN -> parseBoolean(text);
            case TINYINT -> Byte.parseByte(text);
            case SMALLINT -> Short.parseShort(text);
            case INTEGER -> Integer.parseInt(text);
            case BIGINT -> Long.parseLong(text);
            case FLOAT -> Float.parseFloat(text);
            case DOUBLE -> Double.parseDouble(text);
            case DECIMAL -> parseDecimal(text);
            case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
            case TIME_WITHOUT_TIME_ZONE -> (int) (LocalTime.parse(text).toNanoOfDay() / 1_000_000);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> TimestampData.fromLocalDateTime(parseTime(text));
            default -> throw new IllegalArgumentException("no type of partitions: " + type);
        };
    }

    private static boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false");
        };
    }

    private DecimalData parseDecimal(String text) {
        DecimalType decimal = (DecimalType) type;
        return Optional.ofNullable(DecimalData.fromBigDecimal(
                        new BigDecimal(text), decimal.getPrecision(), LogicalTypeChecks.getScale(type)))
                .orElseThrow(() -> new IllegalArgumentException("too large"));
    }

    /** A date is its first moment. */
    private static LocalDateTime parseTime(String text) {
        return text.length() == DATE_LENGTH
                ? LocalDate.parse(text).atStartOfDay()
                : LocalDateTime.parse(text.replace(' ', 'T'));
    }
}
