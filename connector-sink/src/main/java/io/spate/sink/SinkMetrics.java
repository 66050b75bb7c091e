package io.spate.sink;

import java.util.concurrent.TimeUnit;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

import io.spate.engine.IoStats;

/**
 * The metrics of one subtask: those that every sink has, those of its objects, and in the group {@code spate} those of its
 * engine. The last are of all subtasks and jobs in the process that share the engine: the same in each of them, so not to
 * be added up. Times are milliseconds, but nanoseconds in the group of the engine.
 */
final class SinkMetrics {
    private static final String GROUP = "spate";

    private final SinkWriterMetricGroup group;
    private final Counter records;
    private final Counter bytes;
    private final Counter recordErrors;
    private final Counter prepareWait;
    private final Counter snapshotWait;
    private volatile long sendNanos;
    private long prepareNanos;
    private long snapshotNanos;

    SinkMetrics(SinkWriterMetricGroup group) {
        this.group = group;
        this.records = group.getNumRecordsSendCounter();
        this.bytes = group.getNumBytesSendCounter();
        this.recordErrors = group.getNumRecordsSendErrorsCounter();
        this.prepareWait = group.counter("prepareWaitTime");
        this.snapshotWait = group.counter("snapshotWaitTime");
        group.setCurrentSendTimeGauge(() -> TimeUnit.NANOSECONDS.toMillis(sendNanos));
    }

    /** Shows every row of the table, see {@link IoStats#gauges()}. */
    static void show(IoStats stats, MetricGroup parent) {
        MetricGroup group = parent.addGroup(GROUP);
        stats.gauges().forEach((key, value) -> group.gauge(key, (Gauge<Long>) value::getAsLong));
    }

    void show(OpenObjects<?> open, EndedObjects ended) {
        group.gauge("openObjects", (Gauge<Integer>) open::size);
        group.gauge("openUploads", (Gauge<Integer>) open::uploads);
        group.gauge("oldestOpenUploadAge", (Gauge<Long>) open::oldestUploadAge);
        group.gauge("partsInFlight", (Gauge<Integer>) () -> open.partsInFlight() + ended.partsInFlight());
    }

    Counter bytesSent() {
        return bytes;
    }

    void recordSent() {
        records.inc();
    }

    void recordFailed() {
        recordErrors.inc();
    }

    /** How long it took from the end of an object until the store had all of it. Called on any thread. */
    void sent(long nanos) {
        sendNanos = nanos;
    }

    void preparedAfter(long nanos) {
        prepareNanos += nanos;
        prepareWait.inc(TimeUnit.NANOSECONDS.toMillis(prepareNanos) - prepareWait.getCount());
    }

    void snapshotAfter(long nanos) {
        snapshotNanos += nanos;
        snapshotWait.inc(TimeUnit.NANOSECONDS.toMillis(snapshotNanos) - snapshotWait.getCount());
    }
}
