package io.spate.source;

import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOptions;

/** Rows that are decoded many at a time: {@code parquet}, {@code orc} and {@code avro}. */
record ColumnDecoding(TableOptions options, BulkDecodingFormat<RowData> decoding) implements TableDecoding {
    @Override
    public ChangelogMode changelogMode() {
        return decoding.getChangelogMode();
    }

    @Override
    public RecordFormat<RowData> format(DynamicTableSource.Context context, DataType objectType, int[][] projection) {
        throw new UnsupportedOperationException("format '" + options.format() + "' cannot be read yet");
    }
}
