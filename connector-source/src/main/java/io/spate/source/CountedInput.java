package io.spate.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import org.apache.flink.metrics.Counter;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * The input of a record reader: counts the bytes that are read, fetches further objects ahead while a long one is read,
 * and tells failures to read from failures to decode.
 */
final class CountedInput implements RecordInput {
    /** Small next to the window, so that this has no time to run dry in between. */
    static final int BYTES_PER_PREFETCH = 256 << 10;

    private final RecordInput input;
    private final Counter bytes;
    private final Runnable prefetch;
    private int sincePrefetch;
    private boolean broken;

    /** @param prefetch called each time about {@link #BYTES_PER_PREFETCH} were read */
    CountedInput(RecordInput input, Counter bytes, Runnable prefetch) {
        this.input = input;
        this.bytes = bytes;
        this.prefetch = prefetch;
    }

    @Override
    public ObjectInfo info() {
        return input.info();
    }

    @Override
    public long position() {
        return input.position();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        broken = true;
        int count = input.read(target, offset, length);
        if (count > 0) {
            bytes.inc(count);
            prefetchAfter(count);
        }
        broken = count < 0 && input.position() < input.info().length();
        return count;
    }

    @Override
    public void seek(long position) {
        input.seek(position);
    }

    @Override
    public void readAt(long from, ByteBuffer target) throws IOException {
        int wanted = target.remaining();
        broken = true;
        input.readAt(from, target);
        broken = false;
        bytes.inc(wanted);
        prefetchAfter(wanted);
    }

    @Override
    public void expect(List<ByteRange> ranges) {
        input.expect(ranges);
    }

    /** Whether the last read failed, or found the end of the object too early. */
    boolean isBroken() {
        return broken;
    }

    private void prefetchAfter(int count) {
        sincePrefetch += count;
        if (sincePrefetch >= BYTES_PER_PREFETCH) {
            sincePrefetch = 0;
            prefetch.run();
        }
    }
}
