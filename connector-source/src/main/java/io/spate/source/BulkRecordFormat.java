package io.spate.source;

import java.io.IOException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * A format of Flink's that reads files in batches of rows.
 *
 * @param name of the format, for messages
 * @param positions how the format tells where a row is
 */
record BulkRecordFormat(
        String name,
        BulkFormat<RowData, FileSourceSplit> format,
        RowPicker picker,
        TypeInformation<RowData> producedType,
        BulkPositions positions)
        implements RecordFormat<RowData> {
    @Override
    public boolean isSplittable() {
        return format.isSplittable();
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return positions.expectedRange(object, range);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position) throws IOException {
        return reader(input, range, position, 0);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position, long skip) {
        return new BulkRecordReader(this, input, range, position, skip);
    }
}
