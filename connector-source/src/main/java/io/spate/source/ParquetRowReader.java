package io.spate.source;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;

/**
 * Reads the rows of a range of a Parquet file. A position is an offset within a row group, as far as its rows are read, and
 * skips those rows: a restore decodes the columns of one group again, and of none before it.
 */
final class ParquetRowReader implements RecordReader<RowData> {
    private final ParquetRowFormat format;
    private final ColumnInput input;
    private final ByteRange range;
    private final TypeSerializer<RowData> serializer;
    private final DecodingFailures failures;
    private final long restoredOffset;
    private final long restoredSkip;
    private Optional<ParquetRowGroups> file = Optional.empty();
    private ParquetBatch batch;
    /** Of the present row group. */
    private long rowsRead;

    private int rowsInBatch;
    private int rowInBatch;

    ParquetRowReader(ParquetRowFormat format, RecordInput input, ByteRange range, long offset, long skip) {
        this.format = format;
        this.input = new ColumnInput(input);
        this.range = range;
        this.restoredOffset = offset;
        this.restoredSkip = skip;
        this.serializer = format.producedType().createSerializer(new SerializerConfigImpl());
        this.failures = new DecodingFailures("parquet", input.info(), range);
    }

    @Override
    public Outcome next(Consumer<? super RowData> out) throws IOException {
        if (input.info().length() == 0) {
            return Outcome.END;
        }
        try {
            ParquetRowGroups groups = groups();
            if (groups.isAtEnd()) {
                return Outcome.END;
            }
            if (rowInBatch == rowsInBatch) {
                readBatch(groups);
            }
            out.accept(serializer.copy(format.picker().pick(batch.row(rowInBatch))));
            rowInBatch++;
            rowsRead++;
            if (rowsRead == groups.rows()) {
                groups.next();
                rowsRead = 0;
            }
            return Outcome.UNIT;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw failures.of(e);
        }
    }

    @Override
    public long position() {
        return file.map(groups -> groups.isAtEnd() ? range.end() : groups.offset(rowsRead))
                .orElse(restoredOffset);
    }

    @Override
    public long skip() {
        return file.isEmpty() ? restoredSkip : rowsRead;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    private ParquetRowGroups groups() throws IOException {
        if (file.isEmpty()) {
            ParquetRowGroups groups = ParquetRowGroups.open(format, input, range);
            file = Optional.of(groups);
            batch = new ParquetBatch(
                    groups.columns(), format.picker().decoded(), format.utcTimestamps(), format.batchSize());
            skipTo(groups);
        }
        return file.get();
    }

    private void skipTo(ParquetRowGroups groups) throws IOException {
        if (groups.moveTo(restoredOffset)) {
            while (rowsRead < Math.min(restoredSkip, groups.rows() - 1)) {
                readBatch(groups);
                rowInBatch = (int) Math.min(rowsInBatch, restoredSkip - rowsRead);
                rowsRead += rowInBatch;
            }
        }
    }

    private void readBatch(ParquetRowGroups groups) throws IOException {
        if (rowsRead == 0) {
            batch.begin(groups.read());
        }
        rowsInBatch = (int) Math.min(format.batchSize(), groups.rows() - rowsRead);
        rowInBatch = 0;
        batch.read(rowsInBatch);
    }
}
