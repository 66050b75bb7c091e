package io.spate.sink;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.OperatorIOMetricGroup;
import org.apache.flink.metrics.groups.SinkCommitterMetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.ProxyMetricGroup;

/** The metrics of a writer or a committer, which a listener hears of. */
final class TestMetricGroup extends ProxyMetricGroup<MetricGroup>
        implements SinkWriterMetricGroup, SinkCommitterMetricGroup {
    private final MetricListener listener;

    TestMetricGroup(MetricListener listener) {
        super(listener.getMetricGroup());
        this.listener = listener;
    }

    /** The value of a gauge of numbers. */
    long gauge(String... name) {
        return listener.<Number>getGauge(name).orElseThrow().getValue().longValue();
    }

    long count(String... name) {
        return listener.getCounter(name).orElseThrow().getCount();
    }

    @Override
    public OperatorIOMetricGroup getIOMetricGroup() {
        throw new UnsupportedOperationException("no sink asks");
    }

    @Override
    public Counter getNumRecordsOutErrorsCounter() {
        return counter("numRecordsOutErrors");
    }

    @Override
    public Counter getNumRecordsSendErrorsCounter() {
        return counter("numRecordsSendErrors");
    }

    @Override
    public Counter getNumRecordsSendCounter() {
        return counter("numRecordsSend");
    }

    @Override
    public Counter getNumBytesSendCounter() {
        return counter("numBytesSend");
    }

    @Override
    public void setCurrentSendTimeGauge(Gauge<Long> gauge) {
        gauge("currentSendTime", gauge);
    }

    @Override
    public Counter getNumCommittablesTotalCounter() {
        return counter("committablesTotal");
    }

    @Override
    public Counter getNumCommittablesFailureCounter() {
        return counter("committablesFailed");
    }

    @Override
    public Counter getNumCommittablesRetryCounter() {
        return counter("committablesRetried");
    }

    @Override
    public Counter getNumCommittablesSuccessCounter() {
        return counter("committablesSucceeded");
    }

    @Override
    public Counter getNumCommittablesAlreadyCommittedCounter() {
        return counter("committablesAlready");
    }

    @Override
    public void setCurrentPendingCommittablesGauge(Gauge<Integer> gauge) {
        gauge("pendingCommittables", gauge);
    }
}
