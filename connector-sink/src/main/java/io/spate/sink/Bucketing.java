package io.spate.sink;

import java.io.Serializable;

import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Decides which bucket, the part of a key that groups objects like a directory, a record belongs to.
 *
 * @param <T> the records
 */
@FunctionalInterface
public interface Bucketing<T> extends Serializable {
    /**
     * The bucket of a record: key segments with {@code /} between them, such as {@code country=DE/2026-11-30}; empty for
     * none.
     */
    String bucketOf(T record, SinkWriter.Context context);
}
