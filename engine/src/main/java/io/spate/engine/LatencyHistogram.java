package io.spate.engine;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts times in buckets that grow by a quarter of a power of two: constant memory, any thread, no locks. */
final class LatencyHistogram {
    private static final int STEPS = 4;
    private final AtomicLongArray buckets = new AtomicLongArray(Long.SIZE * STEPS);

    void record(long nanos) {
        buckets.incrementAndGet(bucketOf(Math.max(0, nanos)));
    }

    long count() {
        long count = 0;
        for (int i = 0; i < buckets.length(); i++) {
            count += buckets.get(i);
        }
        return count;
    }

    /** The upper bound of the bucket in which the quantile lies; 0 while nothing was recorded. */
    long quantile(double quantile) {
        long rank = (long) Math.ceil(quantile * count());
        for (int i = 0; i < buckets.length() && rank > 0; i++) {
            rank -= buckets.get(i);
            if (rank <= 0) {
                return upperBound(i);
            }
        }
        return 0;
    }

    private static int bucketOf(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        return exponent * STEPS + (int) ((nanos >>> (exponent - 2)) & (STEPS - 1));
    }

    private static long upperBound(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int exponent = bucket / STEPS;
        return (1L << exponent) + ((long) (bucket % STEPS + 1) << (exponent - 2)) - 1;
    }
}
