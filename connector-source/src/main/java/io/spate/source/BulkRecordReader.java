package io.spate.source;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Reads the rows of a range with a format of Flink's. Rows are copied, and a batch is given back before the next is asked
 * for, since formats use one batch again and again.
 *
 * <p>It is always one batch ahead of its position: behind the last row of a batch stands the first one of the next, and
 * not a position that some formats read one row too many from, and others none at all.
 */
final class BulkRecordReader implements RecordReader<RowData> {
    private final BulkRecordFormat format;
    private final RecordInput input;
    private final ByteRange range;
    private final TypeSerializer<RowData> serializer;
    private final DecodingFailures failures;
    private Optional<BulkFormat.Reader<RowData>> file = Optional.empty();
    private Optional<BulkFormat.RecordIterator<RowData>> batch = Optional.empty();
    private Optional<Row> next = Optional.empty();
    private long offset;
    private long skip;

    /** A row and where it is, as the format tells it. */
    private record Row(RowData row, long offset, long records) {}

    BulkRecordReader(BulkRecordFormat format, RecordInput input, ByteRange range, long offset, long skip) {
        this.format = format;
        this.input = input;
        this.range = range;
        this.offset = offset;
        this.skip = skip;
        this.serializer = format.producedType().createSerializer(new SerializerConfigImpl());
        this.failures = new DecodingFailures(format.name(), input.info(), range);
    }

    @Override
    public Outcome next(Consumer<? super RowData> out) throws IOException {
        if (input.info().length() == 0) {
            return Outcome.END;
        }
        try {
            if (file.isEmpty()) {
                file = Optional.of(open());
                next = readRow();
            }
            if (next.isEmpty()) {
                return Outcome.END;
            }
            Row row = next.get();
            next = readRow();
            out.accept(row.row());
            moveTo(next);
            return Outcome.UNIT;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw failures.of(e);
        }
    }

    @Override
    public long position() {
        return offset;
    }

    @Override
    public long skip() {
        return skip;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    private void moveTo(Optional<Row> row) {
        offset = row.map(at -> format.positions().offset(range, at.offset())).orElse(range.end());
        skip = row.map(at -> format.positions().skip(at.offset(), at.records())).orElse(0L);
    }

    private BulkFormat.Reader<RowData> open() throws IOException {
        ObjectInfo object = input.info();
        Optional<CheckpointedPosition> restored = format.positions().restored(range, offset, skip);
        FileSourceSplit split = new FileSourceSplit(
                "split",
                new SplitPath(input, offset == 0),
                range.start(),
                range.length(),
                object.lastModified().toEpochMilli(),
                object.length(),
                new String[0],
                restored.orElse(null));
        return restored.isPresent()
                ? format.format().restoreReader(new Configuration(), split)
                : format.format().createReader(new Configuration(), split);
    }

    private Optional<Row> readRow() throws IOException {
        while (true) {
            if (batch.isEmpty()) {
                batch = Optional.ofNullable(file.orElseThrow().readBatch());
                if (batch.isEmpty()) {
                    return Optional.empty();
                }
            }
            RecordAndPosition<RowData> row = batch.get().next();
            if (row != null) {
                RowData copy = serializer.copy(format.picker().pick(row.getRecord()));
                // A position is behind its row.
                return Optional.of(new Row(copy, row.getOffset(), row.getRecordSkipCount() - 1));
            }
            batch.get().releaseBatch();
            batch = Optional.empty();
        }
    }
}
