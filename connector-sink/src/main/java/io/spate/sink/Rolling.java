package io.spate.sink;

import java.io.Serializable;
import java.time.Duration;

import static java.util.Objects.requireNonNull;

/**
 * When an object ends and the next record of its bucket begins another: as soon as one of the limits is reached.
 *
 * @param maxBytes how many bytes an object may have, at least 1. It ends with the record that reaches the limit, so that
 *     it may be longer by one record, and with formats that buffer by what they had not yet handed over.
 * @param maxAge how long after its first record an object takes others, at least a millisecond
 * @param maxIdle how long an object waits for another record, at least a millisecond
 * @param maxRecords how many records an object may have, at least 1
 * @param everyCheckpoint whether objects end with each checkpoint, so that a committed checkpoint leaves no record unseen
 */
public record Rolling(long maxBytes, Duration maxAge, Duration maxIdle, long maxRecords, boolean everyCheckpoint)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);
    private static final Rolling DEFAULTS =
            new Rolling(256L << 20, Duration.ofMinutes(15), Duration.ofMinutes(5), Long.MAX_VALUE, false);

    /** @throws IllegalArgumentException if a limit is too small */
    public Rolling {
        requireAtLeastOne("maxBytes", maxBytes);
        requireAtLeastOne("maxRecords", maxRecords);
        requireMillisecond("maxAge", maxAge);
        requireMillisecond("maxIdle", maxIdle);
    }

    /** 256 MiB, 15 minutes, 5 minutes idle, any number of records, and not with each checkpoint. */
    public static Rolling defaults() {
        return DEFAULTS;
    }

    public Rolling withMaxBytes(long bytes) {
        return new Rolling(bytes, maxAge, maxIdle, maxRecords, everyCheckpoint);
    }

    public Rolling withMaxAge(Duration age) {
        return new Rolling(maxBytes, age, maxIdle, maxRecords, everyCheckpoint);
    }

    public Rolling withMaxIdle(Duration idle) {
        return new Rolling(maxBytes, maxAge, idle, maxRecords, everyCheckpoint);
    }

    public Rolling withMaxRecords(long records) {
        return new Rolling(maxBytes, maxAge, maxIdle, records, everyCheckpoint);
    }

    public Rolling withEveryCheckpoint(boolean ends) {
        return new Rolling(maxBytes, maxAge, maxIdle, maxRecords, ends);
    }

    /**
     * Whether an object has reached a limit. Times are milliseconds of one clock; one that was set back makes nothing due.
     *
     * @param openedAt when the first record came
     * @param lastWriteAt when the last record came
     */
    boolean isDue(long bytes, long records, long openedAt, long lastWriteAt, long now) {
        return bytes >= maxBytes || records >= maxRecords || now >= nextCheckAt(openedAt, lastWriteAt);
    }

    /** When an object that gets no other record is due by its age or idleness; {@link Long#MAX_VALUE} for never. */
    long nextCheckAt(long openedAt, long lastWriteAt) {
        return Math.min(after(openedAt, maxAge), after(lastWriteAt, maxIdle));
    }

    private static long after(long start, Duration duration) {
        long millis = duration.compareTo(FOREVER) >= 0 ? Long.MAX_VALUE : duration.toMillis();
        long end = start + millis;
        return start > 0 && end < 0 ? Long.MAX_VALUE : end;
    }

    private static void requireAtLeastOne(String limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "rolling: " + limit + " must be at least 1: " + value + "; Long.MAX_VALUE sets no limit");
        }
    }

    private static void requireMillisecond(String limit, Duration value) {
        if (requireNonNull(value, () -> limit + " is null").compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("rolling: " + limit + " must be at least 1 ms: " + value
                    + "; Duration.ofSeconds(Long.MAX_VALUE) sets no limit");
        }
    }
}
