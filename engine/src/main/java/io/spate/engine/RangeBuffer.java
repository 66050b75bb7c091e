package io.spate.engine;

import java.nio.ByteBuffer;

/**
 * The bytes of one range on their way from an I/O thread to a consumer: a ring of blocks. With a block for each part of
 * the range the ring never turns and blocks go back as they are consumed; with fewer, the writer has to stop when the
 * ring is full until the reader has emptied a block.
 *
 * <p>One writer, one reader. The writer fills {@link #writeBlock} and then calls {@link #written}; both sides call the
 * methods under one lock, except that bytes between the two positions are the reader's to copy without it.
 */
final class RangeBuffer {
    private static final int BLOCK = BufferPool.BLOCK;

    private final BufferPool pool;
    private final byte[][] ring;
    private final boolean turns;
    private long written;
    private long consumed;

    RangeBuffer(BufferPool pool, byte[][] ring, long length) {
        this.pool = pool;
        this.ring = ring;
        this.turns = ring.length < blocksFor(length);
    }

    static int blocksFor(long length) {
        return Math.toIntExact((length + BLOCK - 1) / BLOCK);
    }

    /** Bytes that may be written at once now: up to the end of a block, 0 when the ring is full. */
    int room() {
        long free = (consumed / BLOCK + ring.length) * BLOCK - written;
        return (int) Math.min(free, BLOCK - written % BLOCK);
    }

    byte[] writeBlock() {
        return blockAt(written);
    }

    int writeOffset() {
        return (int) (written % BLOCK);
    }

    void written(int count) {
        written += count;
    }

    long written() {
        return written;
    }

    /** Copies consumed-to-be bytes; needs no lock for what was written when the lock was last held. */
    int copy(long from, byte[] target, int offset, int most) {
        int within = (int) (from % BLOCK);
        int count = Math.min(most, BLOCK - within);
        System.arraycopy(blockAt(from), within, target, offset, count);
        return count;
    }

    /** The same into a buffer of any kind, which it moves on. */
    int copy(long from, ByteBuffer target, int most) {
        int within = (int) (from % BLOCK);
        int count = Math.min(most, BLOCK - within);
        target.put(blockAt(from), within, count);
        return count;
    }

    /** The reader is done with everything before this position. Whether a full ring has room again. */
    boolean consumeTo(long position) {
        boolean wasFull = room() == 0;
        if (!turns) {
            for (long block = consumed / BLOCK; block < position / BLOCK; block++) {
                giveBack((int) block);
            }
        }
        consumed = position;
        return wasFull && room() > 0;
    }

    /** Gives back what is still held. Nobody may write or copy any more. */
    void release() {
        for (int i = 0; i < ring.length; i++) {
            giveBack(i);
        }
    }

    private byte[] blockAt(long position) {
        return ring[(int) (position / BLOCK % ring.length)];
    }

    private void giveBack(int index) {
        if (ring[index] != null) {
            pool.giveBack(ring[index]);
            ring[index] = null;
        }
    }
}
