package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

import org.apache.flink.metrics.Counter;

import io.spate.engine.ByteRange;

/** An entry of a split that is read, or fetched ahead of being read. */
final class OpenEntry<T> implements Closeable {
    private final AssignedSplit split;
    private final int index;
    private final ByteRange range;
    private final long start;
    private final long skip;
    private final ObjectInput input;
    private CountedInput counted;
    private RecordReader<T> reader;
    private boolean fetched;

    /** @param start where the first record to be read starts, apart from what is to be skipped behind it */
    private OpenEntry(AssignedSplit split, int index, ByteRange range, long start, long skip, ObjectInput input) {
        this.split = split;
        this.index = index;
        this.range = range;
        this.start = start;
        this.skip = skip;
        this.input = input;
    }

    static <T> OpenEntry<T> open(AssignedSplit split, int index, RecordFormat<T> format, InputOpener inputs) {
        SplitEntry entry = split.entryAt(index);
        ByteRange range = entry.range();
        boolean begun = index == split.entry();
        long start = begun ? split.offset() : range.start();
        long skip = begun ? split.skip() : 0;
        ByteRange left = new ByteRange(start, range.end());
        ByteRange touched = format.expectedRange(entry.object(), left);
        ObjectInput input = inputs.open(entry.object(), core(left, touched), touched);
        return new OpenEntry<>(split, index, range, start, skip, input);
    }

    /** What a range and the bytes touched for it have in common; if nothing, then all that is touched. */
    private static ByteRange core(ByteRange range, ByteRange touched) {
        long start = Math.max(range.start(), touched.start());
        long end = Math.min(range.end(), touched.end());
        return start < end ? new ByteRange(start, end) : touched;
    }

    /** Whether everything expected of this entry has been requested, perhaps by this call. */
    boolean prefetch() {
        fetched = fetched || input.prefetch();
        return fetched;
    }

    /** @param prefetch called now and then while a long record is read */
    RecordReader.Outcome next(RecordFormat<T> format, Counter bytes, Runnable prefetch, Consumer<? super T> out)
            throws IOException {
        if (reader == null) {
            counted = new CountedInput(input, bytes, prefetch);
            reader = format.reader(counted, range, start, skip);
        }
        return reader.next(out);
    }

    /** Whether it was the bytes that could not be had, after {@link #next} failed; if not, they are no records. */
    boolean isInputBroken() {
        return counted.isBroken();
    }

    long position() {
        return reader.position();
    }

    long skip() {
        return reader.skip();
    }

    long unitBytes() {
        return reader.unitBytes();
    }

    AssignedSplit split() {
        return split;
    }

    int index() {
        return index;
    }

    void wakeUp() {
        input.wakeUp();
    }

    @Override
    public void close() throws IOException {
        try {
            if (reader != null) {
                reader.close();
            }
        } finally {
            input.close();
        }
    }
}
