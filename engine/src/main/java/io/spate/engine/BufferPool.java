package io.spate.engine;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The transfer memory of a process: blocks of one size under one budget, for what is read and what is written.
 * Thread-safe.
 *
 * <p>Why no reader ever waits here: a range that is prefetched takes all its blocks before it starts, or does not start;
 * so whatever is in flight can finish. Only the range that a consumer waits for must start in any case. For these the
 * last part of the budget, the reserve, is kept back: a single block of it is enough to bring a range through, piece by
 * piece. With more consumers waiting at once than the reserve has blocks (half the budget, at most
 * {@value #MAX_RESERVE_BLOCKS}), the budget is overdrawn by a block for each, rather than let one of them starve or two
 * wait for each other.
 *
 * <p>A writer takes one block after the other while it fills a part, and waits for another only while parts are on their
 * way to a store, since these give theirs back. Where all there is holds parts that are being filled, waiting would be
 * for ever; what to do then is for the writer to say.
 *
 * <p>While both are at it, each has half: prefetching ends at the half of the budget less what is kept for the ranges
 * that are waited for, and so does writing at its half. Either may have the other's half while that is not at it.
 *
 * <p>Blocks are heap arrays, since the HTTP client hands bytes out through an {@code InputStream} and takes them from
 * one: direct memory would add a copy on the way in and one on the way out. They are small enough not to be humongous
 * objects for G1, and as long as the most that one socket read of the JDK returns.
 */
final class BufferPool {
    /** Bytes of a block. */
    static final int BLOCK = 128 << 10;

    static final int MAX_RESERVE_BLOCKS = 512;

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private long budget;
    private long reserve;
    private long used;
    private long peak;
    private int writers;
    private long written;
    private long underWay;
    private int waiting;

    /** @param budgetBytes at least two blocks */
    BufferPool(long budgetBytes) {
        resize(budgetBytes);
    }

    synchronized void resize(long budgetBytes) {
        if (budgetBytes < 2L * BLOCK) {
            throw new IllegalArgumentException("the budget must be at least " + 2 * BLOCK + " bytes: " + budgetBytes);
        }
        budget = budgetBytes / BLOCK;
        reserve = Math.min(budget / 2, MAX_RESERVE_BLOCKS);
        while (!free.isEmpty() && used + free.size() > budget) {
            free.pop();
        }
        wakeWriters();
    }

    /** So many blocks from the part of the budget that is not reserved, or none. */
    synchronized Optional<byte[][]> tryTake(int blocks) {
        return fitsForReading(blocks) ? Optional.of(take(blocks)) : Optional.empty();
    }

    private boolean fitsForReading(int blocks) {
        if (writers == 0 && written == 0) {
            return used + blocks <= budget - reserve;
        }
        long read = used - written;
        return used + blocks <= budget - (reserve / 2) && read + blocks <= (budget - reserve) / 2;
    }

    /** One block, in any case. For a range that a consumer waits for. */
    synchronized byte[][] takeReserved() {
        return take(1);
    }

    synchronized void giveBack(byte[] block) {
        used--;
        keep(block);
        wakeWriters();
    }

    /** From now on a part of the budget is for writing. Each call is matched by one of {@link #writerClosed()}. */
    synchronized void writerOpened() {
        writers++;
    }

    synchronized void writerClosed() {
        writers--;
    }

    /** A block to be filled by a writer, if there is one for it. */
    synchronized Optional<byte[]> tryTakeForWriting() {
        boolean readers = used > written;
        boolean fits = used + 1 <= budget - (reserve / 2) && (!readers || written + 1 <= budget / 2);
        return fits ? Optional.of(takeForWriting()) : Optional.empty();
    }

    /** A block to be filled by a writer, in any case. For a writer that could wait for ever. */
    synchronized byte[] takeForWriting() {
        written++;
        return take(1)[0];
    }

    /** So many blocks of a writer are on their way to a store, and will be given back whatever comes of it. */
    synchronized void send(int blocks) {
        underWay += blocks;
        wakeWriters();
    }

    /** Gives back what was sent. */
    synchronized void giveBackSent(List<byte[]> blocks) {
        underWay -= blocks.size();
        giveBackWritten(blocks);
    }

    /** Gives back what a writer took and did not send. */
    synchronized void giveBackWritten(List<byte[]> blocks) {
        written -= blocks.size();
        used -= blocks.size();
        blocks.forEach(this::keep);
        wakeWriters();
    }

    /**
     * Waits until a writer may ask again.
     *
     * @return false at once if nothing is on its way, so that nothing would come of waiting
     */
    @SuppressWarnings("WaitNotInLoop") // whoever is woken for nothing asks, gets nothing and waits again
    synchronized boolean awaitWritten() throws InterruptedException {
        if (underWay == 0) {
            return false;
        }
        waiting++;
        try {
            wait();
        } finally {
            waiting--;
        }
        return true;
    }

    /** Bytes in use now. */
    synchronized long usedBytes() {
        return used * BLOCK;
    }

    /** The most bytes that were in use at any time. */
    synchronized long peakBytes() {
        return peak * BLOCK;
    }

    /** Lets go of blocks that nobody uses. */
    synchronized void trim() {
        free.clear();
    }

    private byte[][] take(int count) {
        byte[][] blocks = new byte[count][];
        for (int i = 0; i < count; i++) {
            blocks[i] = free.isEmpty() ? new byte[BLOCK] : free.pop();
        }
        used += count;
        peak = Math.max(peak, used);
        return blocks;
    }

    private void keep(byte[] block) {
        if (used + free.size() < budget) {
            free.push(block);
        }
    }

    private void wakeWriters() {
        if (waiting > 0) {
            notifyAll();
        }
    }
}
