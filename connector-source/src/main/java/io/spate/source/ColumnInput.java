package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Reads an object that says at its end where its columns lie. The end is fetched once, and ahead of time where the input
 * was told so; a small object is wholly read with it. Used by one thread.
 *
 * <p>It waits for what it is asked for also where its input is woken up: a decoder that has begun cannot stop in between.
 */
final class ColumnInput {
    /** Bytes that are taken for the end. */
    static final int TAIL = 64 << 10;

    private final RecordInput input;
    private final long tailStart;
    private ByteBuffer tail = ByteBuffer.allocate(0);

    ColumnInput(RecordInput input) {
        this.input = input;
        this.tailStart = tail(input.info()).start();
    }

    /** The end of an object, or all of a small one. */
    static ByteRange tail(ObjectInfo object) {
        return new ByteRange(Math.max(0, object.length() - TAIL), object.length());
    }

    ObjectInfo info() {
        return input.info();
    }

    /** Tells which ranges are read next, in any order. */
    void expect(List<ByteRange> ranges) {
        input.expect(ranges.stream()
                .filter(range -> range.start() < tailStart && !range.isEmpty())
                .toList());
    }

    /** Fills a buffer from a position. */
    void readFully(long position, ByteBuffer target) throws IOException {
        if (position < 0 || target.remaining() > info().length() - position) {
            throw new EOFException("read " + info().uri() + ": there are no " + target.remaining() + " bytes at "
                    + position + " of " + info().length());
        }
        if (position < tailStart) {
            input.readAt(position, target);
        } else if (target.hasRemaining()) {
            target.put(tail().slice((int) (position - tailStart), target.remaining()));
        }
    }

    private ByteBuffer tail() throws IOException {
        if (tail.capacity() == 0) {
            BlockFill fill = new BlockFill((int) (info().length() - tailStart));
            input.seek(tailStart);
            while (!fill.fill(input)) {
                // Woken up, and read on.
            }
            tail = ByteBuffer.wrap(fill.bytes());
        }
        return tail;
    }
}
