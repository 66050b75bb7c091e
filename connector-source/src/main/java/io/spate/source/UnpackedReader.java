package io.spate.source;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads the records of what is in an object. The position stays at the start of the object, and what is skipped behind it
 * are the bytes that were read of what is in it.
 */
final class UnpackedReader<T> implements RecordReader<T> {
    private final UnpackedInput input;
    private final RecordReader<T> records;
    private final long end;
    private boolean ended;
    private long unitBytes;

    /** @param end of the range of the object */
    UnpackedReader(UnpackedInput input, RecordReader<T> records, long end) {
        this.input = input;
        this.records = records;
        this.end = end;
    }

    @Override
    public Outcome next(Consumer<? super T> out) throws IOException {
        long before = records.position();
        Outcome outcome = records.next(out);
        unitBytes = records.position() - before;
        ended = outcome == Outcome.END;
        return outcome;
    }

    @Override
    public long position() {
        return ended ? end : 0;
    }

    @Override
    public long skip() {
        return ended ? 0 : records.position();
    }

    @Override
    public long unitOffset() {
        return records.unitOffset();
    }

    @Override
    public long unitBytes() {
        return unitBytes;
    }

    @Override
    public void close() throws IOException {
        try {
            records.close();
        } finally {
            input.close();
        }
    }
}
