package io.spate.engine;

import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.Function;

import static java.util.Objects.requireNonNull;

/**
 * Deletes any number of keys, up to 1000 of a bucket by one request, with several requests in flight and an outcome for
 * each key. Keys that the store fails or throttles go with a later request, with growing waits, until {@code
 * retry.deadline}. A store that takes no such requests is asked to delete one key at a time, but now and then for many again; so is any store for what
 * it refuses to delete together, since there are keys that XML cannot name, and one of them may spoil a request.
 * Thread-safe.
 */
public final class BulkDelete {
    private static final int MOST_FAILURES = 10_000;

    private final Function<String, Transfer> transferOfBucket;
    private final Executor executor;
    private final int concurrency;

    /**
     * @param executor runs the requests, each of which occupies a thread; must run or reject all that it is given
     * @param concurrency how many requests are in flight at a time, at least 1
     */
    public BulkDelete(Engine engine, Executor executor, int concurrency) {
        this(engine::transfer, executor, concurrency);
    }

    BulkDelete(Function<String, Transfer> transferOfBucket, Executor executor, int concurrency) {
        this.transferOfBucket = requireNonNull(transferOfBucket, "transferOfBucket is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.concurrency = concurrency;
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1: " + concurrency);
        }
    }

    /**
     * Deletes keys, and returns when that is done. Takes them as they are needed, and holds few more than are in flight.
     * Of equal ones that are held at the same time one is sent. Takes no more once 10,000 have failed for good, nor once the
     * executor has rejected a request, whose keys then are failures of kind {@code UNAVAILABLE}.
     *
     * @param uris of one or more buckets; what it throws ends the call, while requests that were sent may still succeed
     * @throws InterruptedIOException if the thread is interrupted; again requests that were sent may still succeed
     */
    public DeleteOutcome delete(Iterator<ObjectUri> uris) throws InterruptedIOException {
        return new DeleteRun(transferOfBucket, executor, concurrency, MOST_FAILURES).run(uris);
    }
}
