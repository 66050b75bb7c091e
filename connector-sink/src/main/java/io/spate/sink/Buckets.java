package io.spate.sink;

import java.io.Serializable;
import java.time.ZoneId;

import static java.util.Objects.requireNonNull;

/**
 * The ways of putting records in buckets that come with Spate. {@link Bucketing#then} nests them:
 * {@code Buckets.field("country", Order::country).then(Buckets.dateTime("yyyy-MM-dd", ZoneOffset.UTC))}.
 */
public final class Buckets {
    private Buckets() {}

    /** No buckets. */
    public static <T> Bucketing<T> none() {
        return new NoBuckets<>();
    }

    /**
     * A bucket for each value of a field, {@code name=value}, which Hive, Spark and others read as a column.
     *
     * <p>Control characters, opening braces and {@code " # % ' * / : = ? \ [ ] ^} in a value become {@code %} and two
     * hexadecimal digits; no value, which is null or empty, becomes {@code __HIVE_DEFAULT_PARTITION__}.
     *
     * @throws IllegalArgumentException if the name is blank, or has such characters
     */
    public static <T> Bucketing<T> field(String name, Field<T> field) {
        return new FieldBuckets<>(name, field);
    }

    /**
     * A bucket for each text that a pattern of {@link java.time.format.DateTimeFormatter} makes of the event times of
     * records. Records without one take the time at which they come, so that after a failure they may come to another
     * bucket than before. Weeks are those of ISO 8601 and names of months and days English.
     *
     * @param pattern such as {@code yyyy-MM-dd/HH} or {@code 'day='yyyyMMdd}
     * @throws IllegalArgumentException if the pattern is none, or makes no buckets
     */
    public static <T> Bucketing<T> dateTime(String pattern, ZoneId zone) {
        return new TimeBuckets<>(pattern, zone, (record, context) -> TimeBuckets.eventTimeOrNow(context));
    }

    /** The same with a time in each record. */
    public static <T> Bucketing<T> dateTime(String pattern, ZoneId zone, Time<T> time) {
        requireNonNull(time, "time is null");
        return new TimeBuckets<>(pattern, zone, (record, context) -> time.millisOf(record));
    }

    /**
     * Takes a field out of records.
     *
     * @param <T> the records
     */
    @FunctionalInterface
    public interface Field<T> extends Serializable {
        /** The field, which becomes a bucket by its {@code toString}; may be null. */
        Object of(T record);
    }

    /**
     * Takes a time out of records.
     *
     * @param <T> the records
     */
    @FunctionalInterface
    public interface Time<T> extends Serializable {
        /** Milliseconds since the beginning of 1970 in UTC. */
        long millisOf(T record);
    }
}
