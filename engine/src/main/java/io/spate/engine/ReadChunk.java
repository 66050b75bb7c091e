package io.spate.engine;

import java.nio.ByteBuffer;

/** A few bytes of an object that were fetched together, for small reads near each other. Immutable. */
final class ReadChunk {
    static final ReadChunk NONE = new ReadChunk(0, new byte[0]);

    private final long start;
    private final byte[] bytes;

    /** @param bytes from then on owned by the chunk */
    ReadChunk(long start, byte[] bytes) {
        this.start = start;
        this.bytes = bytes;
    }

    boolean holds(long position) {
        return position >= start && position - start < bytes.length;
    }

    /** Copies what it has from a position that it holds, as far as the target has room. */
    int copy(long position, ByteBuffer target) {
        int from = (int) (position - start);
        int count = Math.min(target.remaining(), bytes.length - from);
        target.put(bytes, from, count);
        return count;
    }
}
