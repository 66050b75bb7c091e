package io.spate.source;

import java.util.concurrent.atomic.AtomicLong;

/** How many records one reader has read, and whether those alone are enough. Thread-safe. */
final class RowQuota {
    private final long limit;
    private final AtomicLong read = new AtomicLong();

    /** @param limit records, or {@link ScanSettings#UNLIMITED} */
    RowQuota(long limit) {
        this.limit = limit;
    }

    boolean exists() {
        return limit != ScanSettings.UNLIMITED;
    }

    void add(long records) {
        read.addAndGet(records);
    }

    long read() {
        return read.get();
    }

    boolean isReached() {
        return exists() && read.get() >= limit;
    }
}
