package io.spate.sink;

import java.io.Serializable;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Optional;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The text of one column of a partition, one for each value: {@code true}, {@code -7}, {@code 1.50}, {@code 2026-11-30},
 * {@code 2026-11-30 12:00:00.5}. Unlike a cast to {@code STRING}, which writes {@code TRUE} and zeros of fractions, this is
 * as Hive has it.
 */
final class PartitionText implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd ")
            .append(TIME)
            .toFormatter();

    private final LogicalType type;
    private final RowData.FieldGetter getter;

    private PartitionText(LogicalType type, RowData.FieldGetter getter) {
        this.type = type;
        this.getter = getter;
    }

    /**
     * The texts of a column.
     *
     * @param index of the column in rows
     * @throws ValidationException if the type has values that are no names
     */
    static PartitionText of(String name, LogicalType type, int index) {
        return switch (type.getTypeRoot()) {
            case CHAR,
                    VARCHAR,
                    BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    DATE,
                    TIME_WITHOUT_TIME_ZONE,
                    TIMESTAMP_WITHOUT_TIME_ZONE -> new PartitionText(type, RowData.createFieldGetter(type, index));
            default ->
                throw new ValidationException("PARTITIONED BY: column '" + name + "' of type " + type.asSummaryString()
                        + " cannot name a directory; partition by a text, a number, a BOOLEAN, a DATE, a TIME or a"
                        + " TIMESTAMP, such as CAST(" + name + " AS STRING)");
        };
    }

    /** The text, or nothing for NULL. */
    Optional<String> of(RowData row) {
        return Optional.ofNullable(getter.getFieldOrNull(row)).map(this::text);
    }

    /** The text that rows of a static partition get; empty if its literal is no value of the column. */
    Optional<String> ofLiteral(String literal) {
        return PartitionLiteral.value(type, literal).map(this::text);
    }

    private String text(Object value) {
        return switch (type.getTypeRoot()) {
            case DATE -> LocalDate.ofEpochDay((int) value).toString();
            case TIME_WITHOUT_TIME_ZONE ->
                LocalTime.ofNanoOfDay((int) value * NANOS_OF_MILLI).format(TIME);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> {
                LocalDateTime time = ((TimestampData) value).toLocalDateTime();
                yield time.format(TIMESTAMP);
            }
            case DECIMAL -> ((DecimalData) value).toBigDecimal().toPlainString();
            default -> value.toString();
        };
    }
}
