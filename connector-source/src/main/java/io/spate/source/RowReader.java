package io.spate.source;

import java.io.IOException;
import java.util.function.Consumer;

import org.apache.flink.table.data.RowData;

/** Reads rows. What comes before the record of the names, and that itself, are one unit without rows. */
final class RowReader implements RecordReader<RowData> {
    private final LineReader<RowData> records;
    private final RowDecoder decoder;

    RowReader(LineReader<RowData> records, RowDecoder decoder) {
        this.records = records;
        this.decoder = decoder;
    }

    @Override
    public Outcome next(Consumer<? super RowData> out) throws IOException {
        Outcome outcome = records.next(out);
        while (outcome == Outcome.UNIT && decoder.isHeaderPending()) {
            outcome = records.next(out);
        }
        return outcome;
    }

    @Override
    public long position() {
        return decoder.isHeaderPending() ? 0 : records.position();
    }

    @Override
    public long unitOffset() {
        return records.unitOffset();
    }
}
