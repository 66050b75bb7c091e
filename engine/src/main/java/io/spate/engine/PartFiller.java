package io.spate.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The part that a writer fills at present, and where its memory comes from. Used by the thread of the writer.
 *
 * <p>When there is no memory: waits as long as parts are under way, which give theirs back; else sends the part that it
 * fills before it is full, if the store takes it as it is; else asks the user of the writer for {@link MemoryRelief}; and
 * where there is none, takes more than the budget has, up to the smallest part, rather than wait for ever.
 */
final class PartFiller {
    /** What the owner of the part does in the meantime. */
    interface Owner {
        /** Sends the part as it is. The filler is asked for a new one. */
        void sendEarly() throws IOException;

        /** Fails if filling the part is of no use any more. */
        void check() throws IOException;

        boolean relieve();
    }

    private final BufferPool pool;
    private final IoStats stats;
    private final Owner owner;
    private final long smallestPart;
    private PartBuffer part = new PartBuffer();

    /** @param smallestPart bytes with which the part may be sent before it is full */
    PartFiller(BufferPool pool, IoStats stats, long smallestPart, Owner owner) {
        this.pool = pool;
        this.stats = stats;
        this.smallestPart = smallestPart;
        this.owner = owner;
    }

    long length() {
        return part.length();
    }

    /** Takes up to {@code most} bytes, at least one. Returns how many. */
    int fill(byte[] source, int offset, int most) throws IOException {
        if (part.room() == 0) {
            // In this order: another part may have begun by the time there is a block.
            byte[] block = nextBlock();
            part.addBlock(block);
        }
        int count = Math.min(most, part.room());
        part.append(source, offset, count);
        return count;
    }

    byte[] toByteArray() {
        return part.toByteArray();
    }

    /** Gives the part away, and begins another one. */
    PartBuffer take() {
        PartBuffer full = part;
        part = new PartBuffer();
        return full;
    }

    /** Gives the memory back, and the bytes up. */
    void release() {
        List<byte[]> blocks = part.takeBlocks();
        if (!blocks.isEmpty()) {
            pool.giveBackWritten(blocks);
        }
    }

    private byte[] nextBlock() throws IOException {
        Optional<byte[]> block = pool.tryTakeForWriting();
        return block.isPresent() ? block.get() : waitForBlock();
    }

    private byte[] waitForBlock() throws IOException {
        long start = System.nanoTime();
        try {
            while (true) {
                owner.check();
                Optional<byte[]> block = pool.tryTakeForWriting();
                if (block.isPresent()) {
                    return block.get();
                }
                if (awaitWritten()) {
                    continue;
                }
                if (part.length() >= smallestPart) {
                    owner.sendEarly();
                    stats.increment(IoStat.EARLY_PARTS);
                } else if (!owner.relieve()) {
                    stats.increment(IoStat.OVERDRAWN_MEMORY);
                    return pool.takeForWriting();
                }
            }
        } finally {
            stats.time(IoStat.MEMORY_WAIT_TIME, start);
        }
    }

    private boolean awaitWritten() throws InterruptedIOException {
        try {
            return pool.awaitWritten();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for memory");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
