package io.spate.sink;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * What {@code PARTITION (column = literal)} means in a column. Flink hands on the text as it was typed, such as {@code 08},
 * and writes rows with the value that it casts it to.
 */
final class PartitionLiteral {
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final int NANO_DIGITS = 9;
    private static final DateTimeFormatter DATE = strict(new DateTimeFormatterBuilder().appendPattern("u-M-d"));
    private static final DateTimeFormatter TIME = strict(timeTo(new DateTimeFormatterBuilder()));
    private static final DateTimeFormatter TIMESTAMP =
            strict(timeTo(new DateTimeFormatterBuilder().appendPattern("u-M-d[ ]['T']")));

    private PartitionLiteral() {}

    /** The value as rows of Flink have it; empty if the text is none of the type, or could be meant in several ways. */
    static Optional<Object> value(LogicalType type, String text) {
        try {
            return Optional.ofNullable(parse(type, text));
        } catch (ArithmeticException | DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Object parse(LogicalType type, String text) {
        String stripped = text.strip();
        return switch (type.getTypeRoot()) {
            case CHAR -> StringData.fromString(padded(cut(text, type), LogicalTypeChecks.getLength(type)));
            case VARCHAR -> StringData.fromString(cut(text, type));
            case BOOLEAN -> flag(stripped);
            case TINYINT -> new BigDecimal(stripped).byteValueExact();
            case SMALLINT -> new BigDecimal(stripped).shortValueExact();
            case INTEGER -> new BigDecimal(stripped).intValueExact();
            case BIGINT -> new BigDecimal(stripped).longValueExact();
            case FLOAT -> Float.parseFloat(stripped);
            case DOUBLE -> Double.parseDouble(stripped);
            case DECIMAL -> decimal((DecimalType) type, stripped);
            case DATE -> Math.toIntExact(LocalDate.parse(stripped, DATE).toEpochDay());
            case TIME_WITHOUT_TIME_ZONE -> time((TimeType) type, stripped);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp((TimestampType) type, stripped);
            default -> null;
        };
    }

    private static Object flag(String text) {
        return text.equalsIgnoreCase("true") ? Boolean.TRUE : text.equalsIgnoreCase("false") ? Boolean.FALSE : null;
    }

    private static DecimalData decimal(DecimalType type, String text) {
        return DecimalData.fromBigDecimal(new BigDecimal(text), type.getPrecision(), type.getScale());
    }

    private static int time(TimeType type, String text) {
        long nanos = floor(LocalTime.parse(text, TIME).toNanoOfDay(), type.getPrecision());
        return Math.toIntExact(nanos / NANOS_OF_MILLI);
    }

    private static TimestampData timestamp(TimestampType type, String text) {
        LocalDateTime time = LocalDateTime.parse(text, TIMESTAMP);
        long nanos = floor(time.get(ChronoField.NANO_OF_SECOND), type.getPrecision());
        return TimestampData.fromLocalDateTime(
                time.truncatedTo(ChronoUnit.SECONDS).plusNanos(nanos));
    }

    /** Without the digits of a fraction that a precision does not have. */
    private static long floor(long nanos, int precision) {
        long unit = BigDecimal.TEN.pow(NANO_DIGITS - precision).longValueExact();
        return nanos / unit * unit;
    }

    /** The characters that the type has room for. */
    private static String cut(String text, LogicalType type) {
        int length = LogicalTypeChecks.getLength(type);
        boolean fits = text.codePointCount(0, text.length()) <= length;
        return fits ? text : text.substring(0, text.offsetByCodePoints(0, length));
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(length - text.codePointCount(0, text.length()));
    }

    private static DateTimeFormatterBuilder timeTo(DateTimeFormatterBuilder builder) {
        return builder.appendPattern("H:m:s").appendFraction(ChronoField.NANO_OF_SECOND, 0, NANO_DIGITS, true);
    }

    private static DateTimeFormatter strict(DateTimeFormatterBuilder builder) {
        return builder.toFormatter().withResolverStyle(ResolverStyle.STRICT);
    }
}
