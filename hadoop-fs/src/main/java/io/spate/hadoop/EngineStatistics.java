package io.spate.hadoop;

import java.util.Set;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

import io.spate.engine.IoStats;

/** What an engine counts, as Hadoop shows statistics: sums are counters, times are gauges. */
final class EngineStatistics {
    private EngineStatistics() {}

    /** Numbers that go on changing. */
    static IOStatistics of(IoStats stats) {
        Set<String> sums = stats.counters().keySet();
        DynamicIOStatisticsBuilder builder = IOStatisticsBinding.dynamicIOStatistics();
        stats.gauges().forEach((key, value) -> {
            if (sums.contains(key)) {
                builder.withLongFunctionCounter(key, name -> value.getAsLong());
            } else {
                builder.withLongFunctionGauge(key, name -> value.getAsLong());
            }
        });
        return builder.build();
    }
}
