package io.spate.source;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;

import io.spate.engine.IoStats;

/**
 * The metrics of one subtask: those that every source has, and in the group {@code spate} those of its engine. The latter
 * are of all subtasks and jobs in the process that share the engine: the same in each of them, so not to be added up.
 */
final class SourceMetrics {
    private static final String GROUP = "spate";

    private final Counter bytesIn;
    private final Counter recordErrors;
    private final Counter objectsSkipped;
    private final AtomicLong pendingBytes = new AtomicLong();

    SourceMetrics(SourceReaderMetricGroup group) {
        this.bytesIn = group.getIOMetricGroup().getNumBytesInCounter();
        this.recordErrors = group.getNumRecordsInErrorsCounter();
        this.objectsSkipped = group.counter("numObjectsSkipped");
        group.setPendingBytesGauge(pendingBytes::get);
    }

    /** Shows every row of the table, see {@link IoStats#gauges()}. */
    static void show(IoStats stats, MetricGroup parent) {
        MetricGroup group = parent.addGroup(GROUP);
        stats.gauges().forEach((key, value) -> group.gauge(key, (Gauge<Long>) value::getAsLong));
    }

    Counter bytesIn() {
        return bytesIn;
    }

    /** Objects, or parts of them, that were passed over because they changed after they were listed. */
    Counter objectsSkipped() {
        return objectsSkipped;
    }

    void assigned(long bytes) {
        pendingBytes.addAndGet(bytes);
    }

    void consumed(long bytes) {
        pendingBytes.addAndGet(-bytes);
    }

    void recordFailed() {
        recordErrors.inc();
    }
}
