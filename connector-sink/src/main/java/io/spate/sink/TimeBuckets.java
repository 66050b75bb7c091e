package io.spate.sink;

import java.io.Serializable;
import java.time.ZoneId;

import org.apache.flink.api.connector.sink2.SinkWriter;

import static java.util.Objects.requireNonNull;

/** One bucket for each text that a date-time pattern makes of times. */
final class TimeBuckets<T> implements Bucketing<T> {
    private static final long serialVersionUID = 1L;

    private final TimePattern pattern;
    private final TimeOf<T> time;

    TimeBuckets(String pattern, ZoneId zone, TimeOf<T> time) {
        this.pattern = new TimePattern(
                requireNonNull(pattern, "date-time pattern is null"), requireNonNull(zone, "time zone is null"));
        this.time = time;
    }

    @Override
    public String bucketOf(T record, SinkWriter.Context context) {
        return pattern.format(time.millis(record, context));
    }

    /** The time that Flink knows of a record, or else now. */
    static long eventTimeOrNow(SinkWriter.Context context) {
        Long timestamp = context.timestamp();
        return timestamp == null ? System.currentTimeMillis() : timestamp;
    }

    /** Where the time of a record comes from. */
    @FunctionalInterface
    interface TimeOf<T> extends Serializable {
        long millis(T record, SinkWriter.Context context);
    }
}
