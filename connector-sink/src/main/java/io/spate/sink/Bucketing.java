package io.spate.sink;

import java.io.Serializable;

import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Decides which bucket, the part of a key that groups objects like a directory, a record belongs to. {@link Buckets} has
 * some. Used by one thread in each task.
 *
 * @param <T> the records
 */
@FunctionalInterface
public interface Bucketing<T> extends Serializable {
    /**
     * The bucket of a record: key segments with {@code /} between them, such as {@code country=DE/2026-11-30}; empty for
     * none. Segments are not empty, {@code .} or {@code ..}, and have no control characters: another bucket fails the job.
     */
    String bucketOf(T record, SinkWriter.Context context);

    /** Buckets in the buckets of this: both with {@code /} between them, or one of them if the other is empty. */
    default Bucketing<T> then(Bucketing<? super T> inner) {
        return new NestedBuckets<>(this, inner);
    }
}
