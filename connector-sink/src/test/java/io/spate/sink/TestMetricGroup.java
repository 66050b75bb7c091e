package io.spate.sink;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
    private final Set<String> names;

    TestMetricGroup(MetricListener listener) {
        this(listener, ConcurrentHashMap.newKeySet());
    }

    private TestMetricGroup(MetricListener listener, Set<String> names) {
        super(noting(listener.getMetricGroup(), names));
        this.listener = listener;
        this.names = names;
    }

    /** The names of all metrics that were registered, without those of groups below. */
    Set<String> names() {
        return names;
    }

    /** Passes everything on, and notes what is registered. */
    private static MetricGroup noting(MetricGroup group, Set<String> names) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (Set.of("counter", "gauge", "meter", "histogram").contains(method.getName())) {
                names.add((String) arguments[0]);
            }
            return method.invoke(group, arguments);
        };
        return (MetricGroup)
                Proxy.newProxyInstance(MetricGroup.class.getClassLoader(), new Class<?>[] {MetricGroup.class}, handler);
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
