package io.spate.source;

import java.util.List;

import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;
import org.junit.jupiter.api.Test;

import io.spate.engine.IoStat;
import io.spate.engine.IoStats;

import static org.assertj.core.api.Assertions.assertThat;

class SourceMetricsTest {
    private final MetricListener listener = new MetricListener();
    private final SourceMetrics metrics =
            new SourceMetrics(InternalSourceReaderMetricGroup.mock(listener.getMetricGroup()));

    @Test
    void pendingBytes_assignedAndConsumed_isTheDifference() {
        metrics.assigned(100);
        metrics.consumed(30);
        assertThat(gauge("pendingBytes").getValue()).isEqualTo(70L);
    }

    @Test
    void show_stats_hasAGaugeForEveryRow() {
        SourceMetrics.show(new IoStats(), listener.getMetricGroup());
        for (IoStat stat : IoStat.values()) {
            List<String> names = stat.kind() == IoStat.Kind.COUNTER
                    ? List.of(stat.key())
                    : List.of(stat.key() + ".count", stat.key() + ".p50", stat.key() + ".p99");
            for (String name : names) {
                assertThat(gauge("spate", name).getValue()).isEqualTo(0L);
            }
        }
    }

    private Gauge<Long> gauge(String... identifier) {
        return listener.<Long>getGauge(identifier).orElseThrow();
    }
}
