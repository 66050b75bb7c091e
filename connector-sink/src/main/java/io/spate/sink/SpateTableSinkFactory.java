package io.spate.sink;

import java.util.Set;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.factories.DynamicTableSinkFactory;

import io.spate.engine.TableOptions;
import io.spate.table.TableDefinition;

/** Makes sinks of tables {@code WITH ('connector' = 'spate', ...)}; their options are those of {@link TableOptions}. */
public final class SpateTableSinkFactory implements DynamicTableSinkFactory {
    @Override
    public String factoryIdentifier() {
        return TableDefinition.CONNECTOR;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return TableDefinition.requiredOptions();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return TableDefinition.optionalOptions();
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        TableOptions options = TableDefinition.options(context);
        return new SpateTableSink(
                options,
                TableEncoding.discover(this, context, options),
                new TablePartitions(
                        options,
                        context.getPhysicalRowDataType(),
                        context.getCatalogTable().getPartitionKeys()),
                context.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH);
    }
}
