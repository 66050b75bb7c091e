package io.spate.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import io.spate.engine.StoreException.Kind;

/**
 * One request that is sent on an I/O thread until it succeeds or fails for good. No thread waits between its tries. The
 * result is there when the request is over and what it sends is not looked at any more, cancelled or not.
 */
final class StoreTask<T> implements TransferTask {
    /** Finds out what a failure means before it is decided whether to try again. */
    interface Settlement<T> {
        /** The result in spite of the failure. Throws the failure that counts: this one, or another. */
        T settle(StoreException failure) throws StoreException;
    }

    private final StoreRequest request;
    private final StoreCall<T> call;
    private final Settlement<T> settlement;
    private final Retry.Tries tries;
    private final TransferResources resources;
    private final IoStats stats;
    private final long order;
    private final long queuedAt = System.nanoTime();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private boolean begun;
    private boolean running;
    private boolean cancelled;

    StoreTask(
            StoreRequest request,
            StoreCall<T> call,
            Settlement<T> settlement,
            Retry retry,
            TransferResources resources,
            IoStats stats) {
        this.request = request;
        this.call = call;
        this.settlement = settlement;
        this.tries = retry.begin();
        this.resources = resources;
        this.stats = stats;
        this.order = resources.nextSequence();
    }

    CompletableFuture<T> result() {
        return result;
    }

    @Override
    public long order() {
        return order;
    }

    @Override
    public void submit() {
        try {
            resources.execute(this);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(closed(e));
        } catch (Error e) {
            // Such as no memory for another thread: nobody may wait for this request any more.
            result.completeExceptionally(new IOException("no I/O thread for " + request + ": " + e, e));
            throw e;
        }
    }

    /** Gives the request up, now or as soon as its present try is over. */
    void cancel() {
        synchronized (this) {
            cancelled = true;
            if (running) {
                return;
            }
        }
        result.completeExceptionally(new CancellationException(request + " was given up"));
    }

    @Override
    public void run() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            running = true;
        }
        if (!begun) {
            begun = true;
            stats.time(IoStat.QUEUE_TIME, queuedAt);
        }
        try {
            result.complete(attempt());
        } catch (StoreException e) {
            retryOrFail(e);
        } catch (RuntimeException e) {
            result.completeExceptionally(new StoreException(Kind.INVALID, request, "unexpected failure: " + e, e));
        } catch (Error e) {
            result.completeExceptionally(new IOException("the I/O thread died during " + request + ": " + e, e));
            throw e;
        }
    }

    private T attempt() throws StoreException {
        try {
            return call.send();
        } catch (StoreException e) {
            return settlement.settle(e);
        }
    }

    private void retryOrFail(StoreException failure) {
        try {
            Duration wait = tries.waitAfter(failure);
            if (!stopRunning()) {
                result.completeExceptionally(new CancellationException(request + " was given up"));
                return;
            }
            stats.increment(IoStat.RETRIES);
            resources.after(wait, this);
        } catch (StoreException e) {
            result.completeExceptionally(e);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(closed(e));
        }
    }

    private synchronized boolean stopRunning() {
        running = false;
        return !cancelled;
    }

    private IOException closed(RejectedExecutionException cause) {
        return new IOException("the engine was closed before the end of " + request, cause);
    }
}
