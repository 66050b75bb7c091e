package io.spate.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

import io.spate.engine.StoreException.Kind;

/**
 * Brings the bytes of one range from the store into a {@link RangeBuffer}, on an I/O thread.
 *
 * <pre>
 *   queued ──► running ──────────────────────► done or failed
 *                │  ▲ consumer made room, or the time to wait before a retry is over
 *      ring full │  │
 *   or to retry  ▼  │
 *               parked (holds perhaps an open body, but no thread)
 * </pre>
 *
 * A broken or too slow body is opened again at the byte where it ended, pinned to the same version. {@link #cancel()}
 * may come in any state; blocks are given back by whoever writes to them last, never under a running writer.
 *
 * <p>What both threads touch is guarded by the monitor that is shared with the consumer, which is notified of what it
 * waits for.
 */
final class RangeFetch implements TransferTask {
    /** A body with no more than this to come is read to its end: cheaper than another connection. */
    private static final int DRAIN_AT_MOST = 64 << 10;

    /** With so many bytes more, the store is good again and a failure after them is the first of another series. */
    private static final int PROGRESS = 64 << 10;

    private static final long PREFETCHED = 1L << 62;

    private final Transfer transfer;
    private final ReadVersion version;
    private final ByteRange range;
    private final RangeBuffer buffer;
    private final TransferResources resources;
    private final Object monitor;
    private final long queuedAt = System.nanoTime();

    /** Changes only while it is not queued; with {@link #head} guarded by this, and never locked inside the monitor. */
    private long order;

    private boolean head;
    private Optional<Retry.Tries> tries = Optional.empty();
    private long triesFrom;
    private RangeBody body;
    private long bodyDeadline;
    private long bodyStart;
    private boolean running;
    private boolean full;
    private boolean cancelled;
    private boolean awaited;
    private IOException failure;

    /** @param head whether a consumer waits for this range already */
    RangeFetch(
            Transfer transfer,
            ReadVersion version,
            ByteRange range,
            RangeBuffer buffer,
            TransferResources resources,
            Object monitor,
            boolean head) {
        this.transfer = transfer;
        this.version = version;
        this.range = range;
        this.buffer = buffer;
        this.resources = resources;
        this.monitor = monitor;
        this.head = head;
        this.order = resources.nextSequence() + PREFETCHED;
    }

    @Override
    public long order() {
        return order;
    }

    @Override
    public synchronized void submit() {
        if (head && order >= PREFETCHED) {
            order -= PREFETCHED;
        }
        try {
            resources.execute(this);
        } catch (RejectedExecutionException e) {
            endRejected(e);
        } catch (Error e) {
            // Such as no memory for another thread: nobody may wait for this fetch any more.
            end(Optional.of(new IOException("no I/O thread for " + request() + ": " + e, e)));
            throw e;
        }
    }

    /** A consumer waits for this range now: if it is still queued, it goes before all that are only prefetched. */
    synchronized void becomeHead() {
        if (head) {
            return;
        }
        head = true;
        if (order >= PREFETCHED && resources.withdraw(this)) {
            submit();
        }
    }

    ByteRange range() {
        return range;
    }

    /** How far the object has been received without a gap. Under the monitor. */
    long receivedTo() {
        return range.start() + buffer.written();
    }

    /** Whether the consumer waits for bytes of this range, and not of another or none. Under the monitor. */
    void setAwaited(boolean waits) {
        awaited = waits;
    }

    /** What ended the fetch early; it does not take back what was received before. Under the monitor. */
    IOException failure() {
        return failure;
    }

    /** Copies bytes at an offset of the object that were received when the monitor was last held. */
    int copy(long position, byte[] target, int offset, int most) {
        return buffer.copy(position - range.start(), target, offset, most);
    }

    /** The same into a buffer, at most what it has room for. */
    int copy(long position, ByteBuffer target, int most) {
        return buffer.copy(position - range.start(), target, most);
    }

    /** The consumer needs nothing before this offset of the object any more. */
    void consumeTo(long position) {
        synchronized (monitor) {
            if (!buffer.consumeTo(position - range.start()) || !full) {
                return;
            }
            full = false;
        }
        submit();
    }

    /** Breaks the fetch off and gives everything back, now or as soon as the I/O thread lets go. Idempotent. */
    void cancel() {
        RangeBody open;
        boolean idle;
        synchronized (monitor) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            idle = !running;
            open = idle || left() > DRAIN_AT_MOST ? body : null;
            if (idle) {
                body = null;
                buffer.release();
            }
        }
        if (idle) {
            abort(open);
        } else if (open != null) {
            // The read that waits for it fails, and the I/O thread does the rest.
            open.abort();
        }
    }

    @Override
    public void run() {
        synchronized (monitor) {
            if (cancelled) {
                return;
            }
            running = true;
        }
        Optional<IOException> failed = Optional.of(new IOException("the I/O thread died while it read " + request()));
        boolean ended = true;
        try {
            ended = receive();
            failed = Optional.empty();
        } catch (IOException e) {
            failed = Optional.of(e);
        } catch (RuntimeException e) {
            failed = Optional.of(new StoreException(Kind.INVALID, request(), "unexpected failure: " + e, e));
        } finally {
            if (ended) {
                end(failed);
            }
        }
    }

    private void endRejected(RejectedExecutionException e) {
        end(Optional.of(new IOException("the engine was closed while it read " + request(), e)));
    }

    private void end(Optional<IOException> failed) {
        RangeBody open;
        synchronized (monitor) {
            running = false;
            open = body;
            body = null;
            failure = failed.orElse(null);
            if (cancelled) {
                buffer.release();
            }
            monitor.notifyAll();
        }
        abort(open);
    }

    /** False if it was parked: then another thread may go on already, and nothing may be touched any more. */
    private boolean receive() throws IOException {
        begin();
        while (left() > 0) {
            Optional<StoreException> broken;
            if (body == null) {
                if (isCancelled()) {
                    return true;
                }
                broken = open();
            } else {
                int room = roomOrPark();
                if (room <= 0) {
                    return room == 0;
                }
                broken = readOnce(room);
            }
            if (broken.isPresent()) {
                return !parkToRetry(tries.orElseThrow().waitAfter(transfer.explain(broken.get(), version.info())));
            }
        }
        body.close();
        transfer.stats().time(IoStat.BODY_TIME, bodyStart);
        synchronized (monitor) {
            body = null;
        }
        return true;
    }

    private void begin() {
        if (tries.isEmpty()) {
            tries = Optional.of(transfer.retry().begin());
            triesFrom = range.start();
            transfer.stats().time(IoStat.QUEUE_TIME, queuedAt);
        }
        extendDeadline();
    }

    /** Opens what is left of the range, unless that fails. */
    private Optional<StoreException> open() {
        try {
            RangeBody opened = version.open(transfer.store(), new ByteRange(receivedTo(), range.end()));
            bodyStart = System.nanoTime();
            extendDeadline();
            synchronized (monitor) {
                body = opened;
            }
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e);
        }
    }

    private Optional<StoreException> readOnce(int room) {
        try {
            int count = body.read(buffer.writeBlock(), buffer.writeOffset(), room);
            if (count < 0) {
                return Optional.of(broken("the body ended early", null));
            }
            publish(count);
            boolean late = left() > 0 && transfer.nanoClock().getAsLong() - bodyDeadline > 0;
            return late
                    ? Optional.of(
                            broken("the body took longer than option '" + Option.REQUEST_TIMEOUT + "' allows", null))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(broken("the body broke: " + e.getMessage(), e));
        }
    }

    /** Gives up the open body: what is left of the range takes another request. */
    private StoreException broken(String what, IOException cause) {
        RangeBody old;
        boolean wanted;
        synchronized (monitor) {
            old = body;
            body = null;
            wanted = !cancelled;
        }
        old.abort();
        transfer.stats().increment(wanted ? IoStat.RESUMED_BODIES : IoStat.ABORTED_BODIES);
        return new StoreException(
                Kind.UNAVAILABLE, request(), what + ", at byte " + receivedTo() + " of the object", cause);
    }

    private void publish(int count) {
        transfer.stats().add(IoStat.BYTES_RECEIVED, count);
        synchronized (monitor) {
            buffer.written(count);
            if (awaited) {
                monitor.notifyAll();
            }
        }
        if (receivedTo() - triesFrom >= PROGRESS) {
            tries.orElseThrow().progressed();
            triesFrom = receivedTo();
        }
    }

    /** Bytes that may be read now; 0 if cancelled; -1 if there is no room, and then the fetch is parked. */
    private int roomOrPark() {
        synchronized (monitor) {
            int room = buffer.room();
            if (cancelled) {
                return left() <= DRAIN_AT_MOST ? room : 0;
            }
            if (room > 0) {
                return room;
            }
            full = true;
            running = false;
            return -1;
        }
    }

    /** Leaves the thread to others until it is time to try again. False if there is no use in that any more. */
    private boolean parkToRetry(Duration wait) {
        synchronized (monitor) {
            if (cancelled) {
                return false;
            }
            running = false;
        }
        transfer.stats().increment(IoStat.RETRIES);
        try {
            resources.after(wait, this);
        } catch (RejectedExecutionException e) {
            endRejected(e);
        }
        return true;
    }

    private boolean isCancelled() {
        synchronized (monitor) {
            return cancelled;
        }
    }

    private void abort(RangeBody open) {
        if (open != null) {
            open.abort();
            transfer.stats().increment(IoStat.ABORTED_BODIES);
        }
    }

    private void extendDeadline() {
        bodyDeadline =
                transfer.nanoClock().getAsLong() + transfer.timeoutFor(left()).toNanos();
    }

    private long left() {
        return range.end() - receivedTo();
    }

    private StoreRequest request() {
        return StoreRequest.get(version.info().uri(), range);
    }
}
