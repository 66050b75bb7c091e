package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.ProjectedRowData;

/** The columns of rows that are in objects, which those of partitions are not. */
final class TableRows implements SinkFormat<RowData> {
    private static final long serialVersionUID = 1L;

    private final SinkFormat<RowData> format;
    private final int[] columns;

    /** @param columns indices of what goes to the format, in its order */
    TableRows(SinkFormat<RowData> format, int[] columns) {
        this.format = format;
        this.columns = columns.clone();
    }

    @Override
    public void open(InitializationContext context) throws Exception {
        format.open(context);
    }

    @Override
    public RecordEncoder<RowData> open(OutputStream out) throws IOException {
        return new Encoder(format.open(out), ProjectedRowData.from(columns));
    }

    @Override
    public String extension() {
        return format.extension();
    }

    @Override
    public boolean endsWithCheckpoint() {
        return format.endsWithCheckpoint();
    }

    private record Encoder(RecordEncoder<RowData> encoder, ProjectedRowData projected)
            implements RecordEncoder<RowData> {
        @Override
        public void encode(RowData row) throws IOException {
            encoder.encode(projected.replaceRow(row));
        }

        @Override
        public void flush() throws IOException {
            encoder.flush();
        }

        @Override
        public void finish() throws IOException {
            encoder.finish();
        }

        @Override
        public void close() {
            encoder.close();
        }
    }
}
