package io.spate.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Sends requests to the store below again as {@link Retry} decides, waiting on the caller's thread. */
final class RetryingStore implements ObjectStore {
    private final ObjectStore store;
    private final Function<String, Retry> retryOfBucket;
    private final IoStats stats;

    RetryingStore(ObjectStore store, Function<String, Retry> retryOfBucket, IoStats stats) {
        this.store = store;
        this.retryOfBucket = retryOfBucket;
        this.stats = stats;
    }

    @Override
    public ObjectInfo head(ObjectUri uri) throws StoreException {
        return retried(uri, () -> store.head(uri));
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        return retried(request.prefix(), () -> store.list(request));
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        return retried(info.uri(), () -> store.get(info, range));
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T retried(ObjectUri uri, StoreCall<T> call) throws StoreException {
        Retry.Tries tries = retryOfBucket.apply(uri.bucket()).begin();
        while (true) {
            try {
                return call.send();
            } catch (StoreException e) {
                pause(tries.waitAfter(e), e);
                stats.increment(IoStat.RETRIES);
            }
        }
    }

    private static void pause(Duration wait, StoreException failure) throws StoreException {
        try {
            TimeUnit.NANOSECONDS.sleep(wait.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.addSuppressed(e);
            throw failure;
        }
    }
}
