package io.spate.sink;

import org.apache.flink.api.connector.sink2.SinkWriter;

/** What Flink tells of a record; the timestamp may be null. */
record RecordTime(Long timestamp, long currentWatermark) implements SinkWriter.Context {
    static RecordTime of(long millis) {
        return new RecordTime(millis, Long.MIN_VALUE);
    }

    static RecordTime none() {
        return new RecordTime(null, Long.MIN_VALUE);
    }
}
