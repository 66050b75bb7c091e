package io.spate.source;

import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.UserCodeClassLoader;

/** What a schema may use of the subtask it runs in. */
record SchemaContext(MetricGroup metrics, UserCodeClassLoader classLoader) implements InitializationContext {
    static SchemaContext of(RecordFormat.Context context) {
        return new SchemaContext(context.metricGroup(), context.userCodeClassLoader());
    }

    @Override
    public MetricGroup getMetricGroup() {
        return metrics;
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return classLoader;
    }
}
