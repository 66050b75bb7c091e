package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads of an object that are served by themselves. Much is fetched exactly as it is asked for; little is fetched with what
 * is behind it, or at the end of the object with what is before it, and kept for the next small read nearby. So a footer
 * and the few bytes behind it that tell its length are one request. Thread-safe.
 */
public final class RandomReads {
    private final ObjectReader reader;
    private final long length;
    private final long minimum;
    private volatile ReadChunk kept = ReadChunk.NONE;

    /** @param minimum bytes that are fetched at least, as far as the object has them; 0 to fetch exactly what is asked for */
    public RandomReads(ObjectReader reader, long minimum) {
        this.reader = reader;
        this.length = reader.info().length();
        this.minimum = minimum;
    }

    /** Fills the target as far as the object goes. The position lies within the object. How many bytes that is. */
    public int fill(long position, ByteBuffer target) throws IOException {
        int wanted = (int) Math.min(target.remaining(), length - position);
        int limit = target.limit();
        target.limit(target.position() + wanted);
        try {
            for (long at = position; target.hasRemaining(); ) {
                at += fillSome(at, target);
            }
        } finally {
            target.limit(limit);
        }
        return wanted;
    }

    /**
     * Fills the target.
     *
     * @throws EOFException if the object ends before
     */
    public void readFully(long position, ByteBuffer target) throws IOException {
        if (position < 0 || target.remaining() > length - position) {
            throw new EOFException("cannot read " + target.remaining() + " bytes at " + position + " of "
                    + reader.info().uri() + ", which has " + length);
        }
        if (target.hasRemaining()) {
            fill(position, target);
        }
    }

    /** Lets go of what is kept. */
    public void forget() {
        kept = ReadChunk.NONE;
    }

    /** What to fetch for a read of so many bytes, all within the object. */
    static ByteRange rangeFor(long position, int wanted, long length, long minimum) {
        if (wanted >= minimum) {
            return new ByteRange(position, position + wanted);
        }
        long end = Math.min(length, position + minimum);
        return new ByteRange(Math.max(0, Math.min(position, end - minimum)), end);
    }

    private int fillSome(long position, ByteBuffer target) throws IOException {
        ReadChunk chunk = kept;
        if (chunk.holds(position)) {
            return chunk.copy(position, target);
        }
        int wanted = target.remaining();
        ByteRange range = rangeFor(position, wanted, length, minimum);
        if (wanted >= minimum) {
            reader.readFully(position, target);
            return wanted;
        }
        byte[] bytes = new byte[Math.toIntExact(range.length())];
        reader.readFully(range.start(), bytes, 0, bytes.length);
        chunk = new ReadChunk(range.start(), bytes);
        kept = chunk;
        return chunk.copy(position, target);
    }
}
