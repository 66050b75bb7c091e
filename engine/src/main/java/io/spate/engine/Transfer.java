package io.spate.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.spate.engine.StoreException.Kind;

import static java.util.Objects.requireNonNull;

/**
 * How bytes of one bucket are moved: where from, in which pieces, how patiently.
 *
 * @param store sends each request once
 * @param rangeSize bytes that one GET asks for
 * @param concurrency ranges that one reader keeps in flight
 * @param requestTimeout what a request may take beside the time for its bytes
 * @param nanoClock tells when it has taken that long
 */
record Transfer(
        ObjectStore store,
        Retry retry,
        IoStats stats,
        long rangeSize,
        int concurrency,
        Duration requestTimeout,
        LongSupplier nanoClock) {
    private static final long SLOWEST_BYTES_PER_SECOND = 1 << 20;

    Transfer {
        requireNonNull(store, "store is null");
        requireNonNull(retry, "retry is null");
        requireNonNull(stats, "stats is null");
        requireNonNull(requestTimeout, "requestTimeout is null");
        requireNonNull(nanoClock, "nanoClock is null");
        if (rangeSize < 1 || concurrency < 1) {
            throw new IllegalArgumentException("rangeSize " + rangeSize + ", concurrency " + concurrency);
        }
    }

    /** How long a request for so many bytes may take. */
    Duration timeoutFor(long bytes) {
        return requestTimeout.plusMillis(bytes * 1000 / SLOWEST_BYTES_PER_SECOND);
    }

    /** Names the version that has taken an object's place, which the refusal of a pinned request leaves out. */
    StoreException explain(StoreException failure, ObjectInfo read) {
        if (failure.kind() != Kind.CHANGED) {
            return failure;
        }
        String now;
        try {
            ObjectInfo present = store.head(read.uri());
            now = "it is now etag " + present.etag() + " of " + present.length() + " bytes";
        } catch (StoreException e) {
            now = e.kind() == Kind.NOT_FOUND ? "it is gone now" : "what it is now cannot be told: " + e.kind();
        }
        return new StoreException(
                Kind.CHANGED,
                failure.request().orElseThrow(),
                "the object was overwritten while it was read: it was etag " + read.etag() + " of " + read.length()
                        + " bytes, " + now + "; start again from a new listing",
                failure);
    }
}
