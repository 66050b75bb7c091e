package io.spate.source;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * The rows of Parquet files. Of an object its end is read, and then the wanted columns of those row groups in which the
 * statistics do not rule out that a row fits the filters. A row group belongs to the range in which its middle lies.
 *
 * @param picker names the columns to decode
 * @param filters that a row must fit all of, to be of use
 * @param batchSize how many rows are decoded at a time
 */
record ParquetRowFormat(
        RowPicker picker,
        TypeInformation<RowData> producedType,
        @SuppressWarnings("serial") List<ColumnFilter> filters, // a list of List.copyOf
        boolean utcTimestamps,
        int batchSize)
        implements RecordFormat<RowData> {
    private static final ConfigOption<Boolean> UTC =
            ConfigOptions.key("parquet.utc-timezone").booleanType().defaultValue(false);
    private static final ConfigOption<Integer> BATCH_SIZE =
            ConfigOptions.key("parquet.batch-size").intType().defaultValue(2048);

    ParquetRowFormat {
        filters = List.copyOf(filters);
        if (batchSize < 1) {
            throw new IllegalArgumentException("option 'parquet.batch-size' must be at least 1, and is " + batchSize);
        }
    }

    /** @param options those of the format, with its name in front */
    static RecordFormat<RowData> of(
            RowPicker picker,
            TypeInformation<RowData> producedType,
            List<ColumnFilter> filters,
            Map<String, String> options) {
        Configuration configuration = Configuration.fromMap(options);
        return new ParquetRowFormat(
                picker, producedType, filters, configuration.get(UTC), configuration.get(BATCH_SIZE));
    }

    @Override
    public boolean isSplittable() {
        return true;
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return ColumnInput.tail(object);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position) throws IOException {
        return reader(input, range, position, 0);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position, long skip) {
        return new ParquetRowReader(this, input, range, position, skip);
    }
}
