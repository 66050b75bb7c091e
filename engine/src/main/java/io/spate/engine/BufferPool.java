package io.spate.engine;

import java.util.ArrayDeque;
import java.util.Optional;

/**
 * The transfer memory of a process: blocks of one size under one budget. Thread-safe, and nobody ever waits here.
 *
 * <p>Why nobody waits: a range that is prefetched takes all its blocks before it starts, or does not start; so whatever
 * is in flight can finish. Only the range that a consumer waits for must start in any case. For these the last part of
 * the budget, the reserve, is kept back: a single block of it is enough to bring a range through, piece by piece. With
 * more consumers waiting at once than the reserve has blocks (half the budget, at most {@value #MAX_RESERVE_BLOCKS}), the
 * budget is overdrawn by a block for each, rather than let one of them starve or two wait for each other.
 *
 * <p>Blocks are heap arrays, since the HTTP client hands bytes out through an {@code InputStream}: direct memory would
 * add a copy on the way in and one on the way out. They are small enough not to be humongous objects for G1, and as long
 * as the most that one socket read of the JDK returns.
 */
final class BufferPool {
    /** Bytes of a block. */
    static final int BLOCK = 128 << 10;

    static final int MAX_RESERVE_BLOCKS = 512;

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private long budget;
    private long used;
    private long peak;

    /** @param budgetBytes at least two blocks */
    BufferPool(long budgetBytes) {
        resize(budgetBytes);
    }

    synchronized void resize(long budgetBytes) {
        if (budgetBytes < 2L * BLOCK) {
            throw new IllegalArgumentException("the budget must be at least " + 2 * BLOCK + " bytes: " + budgetBytes);
        }
        budget = budgetBytes / BLOCK;
        while (!free.isEmpty() && used + free.size() > budget) {
            free.pop();
        }
    }

    /** So many blocks from the part of the budget that is not reserved, or none. */
    synchronized Optional<byte[][]> tryTake(int blocks) {
        long reserve = Math.min(budget / 2, MAX_RESERVE_BLOCKS);
        return used + blocks <= budget - reserve ? Optional.of(take(blocks)) : Optional.empty();
    }

    /** One block, in any case. For a range that a consumer waits for. */
    synchronized byte[][] takeReserved() {
        return take(1);
    }

    synchronized void giveBack(byte[] block) {
        used--;
        if (used + free.size() < budget) {
            free.push(block);
        }
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
}
