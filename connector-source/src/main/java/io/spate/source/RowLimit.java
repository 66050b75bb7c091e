package io.spate.source;

import java.util.HashMap;
import java.util.Map;

/**
 * Whether the readers have read enough, as far as they told. What a reader told counts no more when it fails, since what it
 * read may be lost: so a source with a limit may read more than that, and never less. Pure; used by one thread.
 */
final class RowLimit {
    private final long limit;
    private final Map<Integer, Long> rows = new HashMap<>();

    /** @param limit records, or {@link ScanSettings#UNLIMITED} */
    RowLimit(long limit) {
        this.limit = limit;
    }

    boolean exists() {
        return limit != ScanSettings.UNLIMITED;
    }

    void report(int subtask, long read) {
        rows.merge(subtask, read, Math::max);
    }

    void forget(int subtask) {
        rows.remove(subtask);
    }

    boolean isReached() {
        return exists() && rows.values().stream().mapToLong(Long::longValue).sum() >= limit;
    }
}
