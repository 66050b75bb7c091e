package io.spate.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.spate.engine.StoreException.Kind;

/**
 * Brings the bytes of one range from the store into a {@link RangeBuffer}, on an I/O thread.
 *
 * <pre>
 *   queued ──► running ──────────────► done or failed
 *                 │  ▲ consumer made room
 *       ring full ▼  │
 *               parked (holds the open body, but no thread)
 * </pre>
 *
 * A broken or too slow body is opened again at the byte where it ended, pinned to the same version. {@link #cancel()}
 * may come in any state; blocks are given back by whoever writes to them last, never under a running writer.
 *
 * <p>All fields are guarded by the monitor that is shared with the consumer, which is notified of every change.
 */
final class RangeFetch implements Runnable {
    private final Transfer transfer;
    private final ObjectInfo info;
    private final ByteRange range;
    private final RangeBuffer buffer;
    private final Executor executor;
    private final Object monitor;
    private final Retry.Tries tries;
    private final long queuedAt = System.nanoTime();

    private RangeBody body;
    private long bodyDeadline;
    private long bodyStart;
    private boolean started;
    private boolean running;
    private boolean parked;
    private boolean cancelled;
    private IOException failure;

    RangeFetch(
            Transfer transfer,
            ObjectInfo info,
            ByteRange range,
            RangeBuffer buffer,
            Executor executor,
            Object monitor) {
        this.transfer = transfer;
        this.info = info;
        this.range = range;
        this.buffer = buffer;
        this.executor = executor;
        this.monitor = monitor;
        this.tries = transfer.retry().begin();
    }

    void submit() {
        executor.execute(this);
    }

    ByteRange range() {
        return range;
    }

    /** How far the object has been received without a gap. Under the monitor. */
    long receivedTo() {
        return range.start() + buffer.written();
    }

    /** What ended the fetch early; it does not take back what was received before. Under the monitor. */
    IOException failure() {
        return failure;
    }

    /** Copies bytes at an offset of the object that were received when the monitor was last held. */
    int copy(long position, byte[] target, int offset, int most) {
        return buffer.copy(position - range.start(), target, offset, most);
    }

    /** The consumer needs nothing before this offset of the object any more. */
    void consumeTo(long position) {
        synchronized (monitor) {
            if (buffer.consumeTo(position - range.start()) && parked) {
                parked = false;
                submit();
            }
        }
    }

    /** Breaks the fetch off and gives everything back, now or as soon as the I/O thread lets go. Idempotent. */
    void cancel() {
        RangeBody open;
        synchronized (monitor) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            monitor.notifyAll();
            open = isReceived() ? null : body;
            if (!running) {
                body = null;
                buffer.release();
            }
        }
        if (open != null) {
            open.abort();
            transfer.stats().increment(IoStat.ABORTED_BODIES);
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
        if (!started) {
            started = true;
            transfer.stats().time(IoStat.QUEUE_TIME, queuedAt);
        }
        IOException failed = new IOException("the I/O thread died while it read " + request());
        boolean ended = true;
        try {
            ended = receive();
            failed = null;
        } catch (IOException e) {
            failed = e;
        } catch (RuntimeException e) {
            failed = new StoreException(Kind.INVALID, request(), "unexpected failure: " + e, e);
        } finally {
            if (ended) {
                end(failed);
            }
        }
    }

    private void end(IOException failed) {
        RangeBody open;
        synchronized (monitor) {
            running = false;
            open = body;
            body = null;
            failure = failed;
            if (cancelled) {
                buffer.release();
            }
            monitor.notifyAll();
        }
        if (open != null) {
            open.abort();
        }
    }

    /** False if it was parked: then another thread may go on already, and nothing may be touched any more. */
    private boolean receive() throws IOException {
        extendDeadline();
        while (!isReceived()) {
            if (body == null && !open()) {
                return true;
            }
            int room = roomOrPark();
            if (room < 0) {
                return false;
            }
            if (room == 0) {
                return true;
            }
            readOnce(room);
        }
        body.close();
        transfer.stats().time(IoStat.BODY_TIME, bodyStart);
        synchronized (monitor) {
            body = null;
        }
        return true;
    }

    /** Opens what is left of the range. False if the fetch was cancelled meanwhile. */
    private boolean open() throws IOException {
        while (true) {
            try {
                RangeBody opened = transfer.store().get(info, new ByteRange(receivedTo(), range.end()));
                bodyStart = System.nanoTime();
                extendDeadline();
                return adopt(opened);
            } catch (StoreException e) {
                if (!pause(tries.waitAfter(transfer.explain(e, info)))) {
                    return false;
                }
                transfer.stats().increment(IoStat.RETRIES);
            }
        }
    }

    private boolean adopt(RangeBody opened) {
        synchronized (monitor) {
            if (!cancelled) {
                body = opened;
                return true;
            }
        }
        opened.abort();
        transfer.stats().increment(IoStat.ABORTED_BODIES);
        return false;
    }

    private void readOnce(int room) throws IOException {
        String broken;
        IOException cause = null;
        try {
            int count = body.read(buffer.writeBlock(), buffer.writeOffset(), room);
            if (count > 0) {
                publish(count);
            }
            boolean late = count > 0 && !isReceived() && transfer.nanoClock().getAsLong() - bodyDeadline > 0;
            broken = count < 0 ? "the body ended early" : late ? "the body took longer than request-timeout" : null;
        } catch (IOException e) {
            broken = "the body broke: " + e.getMessage();
            cause = e;
        }
        if (broken != null) {
            resume(new StoreException(
                    Kind.UNAVAILABLE, request(), broken + ", at byte " + receivedTo() + " of the object", cause));
        }
    }

    private void resume(StoreException broken) throws IOException {
        RangeBody old;
        synchronized (monitor) {
            old = body;
            body = null;
            if (cancelled) {
                old.abort();
                throw broken;
            }
        }
        old.abort();
        transfer.stats().increment(IoStat.RESUMED_BODIES);
        pause(tries.waitAfter(broken));
    }

    private void publish(int count) {
        tries.progressed();
        transfer.stats().add(IoStat.BYTES_RECEIVED, count);
        synchronized (monitor) {
            buffer.written(count);
            monitor.notifyAll();
        }
    }

    /** Bytes that may be read now; 0 if cancelled; -1 if there is no room, and then the fetch is parked. */
    private int roomOrPark() {
        synchronized (monitor) {
            int room = buffer.room();
            if (cancelled || room > 0) {
                return cancelled ? 0 : room;
            }
            parked = true;
            running = false;
            return -1;
        }
    }

    /** Waits, but not beyond a cancellation. False if there was one. */
    private boolean pause(Duration wait) throws IOException {
        long until = System.nanoTime() + wait.toNanos();
        synchronized (monitor) {
            while (!cancelled) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    return true;
                }
                awaitNanos(left);
            }
            return false;
        }
    }

    private void awaitNanos(long nanos) throws IOException {
        try {
            TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting to retry " + request(), e);
        }
    }

    private void extendDeadline() {
        bodyDeadline = transfer.nanoClock().getAsLong()
                + transfer.timeoutFor(range.end() - receivedTo()).toNanos();
    }

    private boolean isReceived() {
        return receivedTo() == range.end();
    }

    private StoreRequest request() {
        return StoreRequest.get(info.uri(), range);
    }
}
