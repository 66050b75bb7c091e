package io.spate.table;

import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

import io.spate.engine.TableOption;

/**
 * Which formats of single rows can be kept in objects: those whose rows are lines. Others make messages, which need something
 * around them that tells where one ends.
 */
public final class LineFormats {
    private LineFormats() {}

    /**
     * Refuses a format whose rows are no lines.
     *
     * @param format its name
     * @param columns what objects have
     * @throws IllegalArgumentException naming the format, and what to take instead
     */
    public static void check(String format, RowType columns) {
        if (!format.equals("csv") && !format.equals("json") && !format.endsWith("-json") && !format.equals("raw")) {
            throw new IllegalArgumentException("option '" + TableOption.FORMAT + "' = '" + format
                    + "' has no line ends between records: its bytes cannot be told apart in an object; take 'csv', 'json'"
                    + " or one that ends with '-json', 'raw', 'avro', 'parquet' or 'orc'");
        }
        if (format.equals("raw") && !isLine(columns.getTypeAt(0))) {
            throw new IllegalArgumentException("option '" + TableOption.FORMAT + "' = 'raw' of column '"
                    + columns.getFieldNames().get(0) + "' "
                    + columns.getTypeAt(0).asSummaryString()
                    + " has no line ends between records: take STRING or BYTES for the column, or another format");
        }
    }

    private static boolean isLine(LogicalType type) {
        return type.is(LogicalTypeFamily.CHARACTER_STRING) || type.is(LogicalTypeFamily.BINARY_STRING);
    }
}
