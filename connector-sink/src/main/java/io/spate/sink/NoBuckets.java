package io.spate.sink;

import org.apache.flink.api.connector.sink2.SinkWriter;

/** All records belong to the same place. */
record NoBuckets<T>() implements Bucketing<T> {
    private static final long serialVersionUID = 1L;

    @Override
    public String bucketOf(T record, SinkWriter.Context context) {
        return "";
    }
}
