package io.spate.source;

import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Guesses how many bytes a row has in an object: enough for a planner to tell large tables from small ones. */
final class RowSizes {
    private static final int TEXT = 24;
    private static final int NUMBER = 8;
    private static final int NESTED = 100;
    private static final int MARKS_OF_JSON = 6;

    private RowSizes() {}

    /** At least 1. */
    static long bytes(RowType type, String format) {
        long fields = type.getFields().stream()
                .mapToLong(field -> value(field.getType())
                        + (isJson(format) ? field.getName().length() + MARKS_OF_JSON : 1))
                .sum();
        return Math.max(1, isDense(format) ? fields / 2 : fields);
    }

    private static boolean isJson(String format) {
        return format.equals("json") || format.endsWith("-json");
    }

    private static boolean isDense(String format) {
        return switch (format) {
            case "parquet", "orc", "avro" -> true;
            default -> false;
        };
    }

    private static long value(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> TEXT;
            case BOOLEAN, TINYINT -> 4;
            case ROW, MAP, MULTISET, ARRAY, STRUCTURED_TYPE, RAW -> NESTED;
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE -> TEXT;
            default -> NUMBER;
        };
    }
}
