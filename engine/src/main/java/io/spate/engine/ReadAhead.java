package io.spate.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The window of ranges in flight of one object, delivered in order. The first range is the head: the one the consumer
 * reads from. It always starts, with a single block if memory is short; the ones behind it only while the
 * {@link ReadWindow} and the {@link BufferPool} have room.
 *
 * <p>Used by one thread, except {@link #wakeUp()} and {@link #close()}. If it is closed while that thread reads, the read
 * fails, and nothing stays behind: what joins the ranges in flight, or leaves them, does so under the monitor.
 */
final class ReadAhead {
    private final Transfer transfer;
    private final ReadVersion version;
    private final ReadWindow window;
    private final TransferResources resources;
    private final RangePlanner planner;
    private final ArrayDeque<RangeFetch> fetches = new ArrayDeque<>();
    private final Object monitor = new Object();

    private int limit;
    private long position;
    private long received;
    private long block;
    private boolean woken;
    private boolean closed;

    /** @param limit ranges to start with; grows as reading goes on */
    ReadAhead(
            Transfer transfer,
            ReadVersion version,
            ReadWindow window,
            TransferResources resources,
            RangePlanner planner,
            long position,
            int limit) {
        this.transfer = transfer;
        this.version = version;
        this.window = window;
        this.resources = resources;
        this.planner = planner;
        startAt(position);
        this.limit = limit;
    }

    long position() {
        return position;
    }

    /** Bytes from {@link #position()}, at least one unless woken up (0) or at the end of the object (-1). */
    int read(byte[] target, int offset, int length) throws IOException {
        if (position == received && !awaitBytes()) {
            return endOrWoken();
        }
        RangeFetch head = fetches.getFirst();
        int count = head.copy(position, target, offset, (int) Math.min(length, received - position));
        advance(head, position + count);
        return count;
    }

    /** The same into a buffer, which has room and is moved on. */
    int read(ByteBuffer target) throws IOException {
        if (position == received && !awaitBytes()) {
            return endOrWoken();
        }
        RangeFetch head = fetches.getFirst();
        int count = head.copy(position, target, (int) Math.min(target.remaining(), received - position));
        advance(head, position + count);
        return count;
    }

    /** Whether the sequence can go on at this offset without giving up what is in flight. */
    boolean canSkipTo(long target, long most) {
        if (fetches.isEmpty()) {
            return planner.canMoveTo(target);
        }
        if (target < position) {
            return false;
        }
        return target - received <= most && target < fetches.getLast().range().end();
    }

    /** Passes over bytes. False if it was woken up on the way; calling it again goes on. */
    boolean skipTo(long target) throws IOException {
        if (fetches.isEmpty()) {
            planner.moveTo(target);
            startAt(target);
        }
        while (position < target) {
            if (position == received && !awaitBytes()) {
                return false;
            }
            advance(fetches.getFirst(), Math.min(target, received));
        }
        return true;
    }

    /** Starts what may start now. True if all that is expected to be read has been started. */
    boolean prefetch() {
        while (!planner.isExpectedPlanned() && fetches.size() < limit) {
            if (!startBehind()) {
                return false;
            }
        }
        return planner.isExpectedPlanned();
    }

    void wakeUp() {
        synchronized (monitor) {
            woken = true;
            monitor.notifyAll();
        }
    }

    void close() {
        List<RangeFetch> open;
        synchronized (monitor) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(fetches);
            fetches.clear();
            monitor.notifyAll();
        }
        for (RangeFetch fetch : open) {
            window.giveBack();
            fetch.cancel();
        }
        received = position;
    }

    private int endOrWoken() {
        return position >= version.info().length() ? -1 : 0;
    }

    private void startAt(long target) {
        position = target;
        received = target;
        block = target;
    }

    private void advance(RangeFetch head, long to) {
        position = to;
        if (position == head.range().end()) {
            head.consumeTo(position);
            head.cancel();
            if (removeFirst()) {
                window.giveBack();
            }
            limit = Math.min(limit * 2, window.capacity());
            prefetch();
        } else if (position - block >= BufferPool.BLOCK || position == received) {
            head.consumeTo(position);
            block = position;
        }
    }

    private boolean awaitBytes() throws IOException {
        if (fetches.isEmpty()) {
            if (position >= version.info().length()) {
                return false;
            }
            startHead();
            prefetch();
        }
        RangeFetch head = fetches.peekFirst();
        if (head == null) {
            throw closedMeanwhile();
        }
        block = Math.max(block, head.range().start());
        head.becomeHead();
        synchronized (monitor) {
            if (head.receivedTo() <= position) {
                await(head);
            }
            if (closed) {
                throw closedMeanwhile();
            }
            received = Math.max(position, head.receivedTo());
            if (received == position && !woken) {
                throw head.failure();
            }
            woken &= received > position;
            return received > position;
        }
    }

    private void await(RangeFetch head) throws InterruptedIOException {
        long start = System.nanoTime();
        head.setAwaited(true);
        try {
            while (head.receivedTo() <= position && head.failure() == null && !woken && !closed) {
                monitor.wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "interrupted while reading " + version.info().uri() + " at byte " + position);
        } finally {
            head.setAwaited(false);
            transfer.stats().time(IoStat.STALL_TIME, start);
        }
    }

    /** What the consumer waits for starts whatever the window says, and with a single block if there are no more. */
    private void startHead() throws InterruptedIOException {
        ByteRange range = planner.next();
        window.take();
        BufferPool pool = resources.pool();
        Optional<byte[][]> blocks = pool.tryTake(RangeBuffer.blocksFor(range.length()));
        if (blocks.isEmpty()) {
            transfer.stats().increment(IoStat.SHORT_OF_MEMORY);
        }
        if (!start(range, blocks.orElseGet(pool::takeReserved), true)) {
            throw closedMeanwhile();
        }
    }

    private boolean startBehind() {
        if (!window.tryTake()) {
            return false;
        }
        ByteRange range = planner.peek();
        Optional<byte[][]> blocks = resources.pool().tryTake(RangeBuffer.blocksFor(range.length()));
        if (blocks.isEmpty()) {
            window.giveBack();
            return false;
        }
        return start(planner.next(), blocks.get(), false);
    }

    /** False if it was closed meanwhile; nothing is held then. */
    private boolean start(ByteRange range, byte[][] blocks, boolean head) {
        RangeBuffer buffer = new RangeBuffer(resources.pool(), blocks, range.length());
        RangeFetch fetch = new RangeFetch(transfer, version, range, buffer, resources, monitor, head);
        synchronized (monitor) {
            if (closed) {
                window.giveBack();
                buffer.release();
                return false;
            }
            fetches.addLast(fetch);
        }
        fetch.submit();
        return true;
    }

    /** False if it was closed meanwhile, which has removed all. */
    private boolean removeFirst() {
        synchronized (monitor) {
            return fetches.pollFirst() != null;
        }
    }

    private InterruptedIOException closedMeanwhile() {
        return new InterruptedIOException("the reader of " + version.info().uri() + " was closed while it read");
    }
}
