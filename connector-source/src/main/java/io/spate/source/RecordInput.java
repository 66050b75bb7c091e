package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** The bytes of one version of one object. Used by one thread. */
public interface RecordInput {
    ObjectInfo info();

    /**
     * How many bytes there are; {@link Long#MAX_VALUE} where that is only known when they are read, as of what is
     * compressed.
     */
    default long length() {
        return info().length();
    }

    /** The offset of the byte that {@link #read} delivers next. */
    long position();

    /**
     * Reads the next bytes, waiting for at least one.
     *
     * @return how many; -1 at the end; 0 only if the wait was broken off, and then a further call goes on as
     *     if nothing had happened
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /** Moves to an offset. No request is sent before the next read. */
    void seek(long position);

    /**
     * Fills a buffer from a position, apart from the sequence. Of many bytes several ranges are fetched at once; few bytes
     * come with others near them, which are kept for the next call. Waits for all of them, and is not woken up.
     *
     * @throws EOFException if the object ends before
     */
    default void readAt(long from, ByteBuffer target) throws IOException {
        long before = position();
        seek(from);
        byte[] bytes = new byte[target.remaining()];
        for (int filled = 0; filled < bytes.length; ) {
            int count = read(bytes, filled, bytes.length - filled);
            if (count < 0) {
                throw new EOFException(
                        "read " + info().uri() + ": it ends at " + position() + ", before " + (from + bytes.length));
            }
            filled += count;
        }
        target.put(bytes);
        seek(before);
    }

    /**
     * Tells what {@link #readAt} is asked for next, so that it is fetched ahead: as much of it as there is room for.
     *
     * @param ranges within the object, in the order in which they are read; in place of those that were told before
     */
    default void expect(List<ByteRange> ranges) {}
}
