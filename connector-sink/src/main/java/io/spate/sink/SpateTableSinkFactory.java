package io.spate.sink;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.factories.DynamicTableSinkFactory;

import io.spate.engine.Option;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** Makes sinks of tables {@code WITH ('connector' = 'spate', ...)}; their options are those of {@link TableOptions}. */
public final class SpateTableSinkFactory implements DynamicTableSinkFactory {
    private static final Set<Option<?>> REQUIRED = Set.of(TableOption.PATH, TableOption.FORMAT);

    @Override
    public String factoryIdentifier() {
        return "spate";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return REQUIRED.stream().map(SpateTableSinkFactory::option).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Stream.concat(TableOption.ALL.stream(), Option.ALL.stream())
                .filter(option -> !REQUIRED.contains(option))
                .map(SpateTableSinkFactory::option)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        TableOptions options =
                TableOptions.of(context.getCatalogTable().getOptions(), SessionOptions.of(context.getConfiguration()));
        return new SpateTableSink(
                options,
                TableEncoding.discover(this, context, options),
                context.getPhysicalRowDataType(),
                context.getCatalogTable().getPartitionKeys(),
                context.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH);
    }

    private static ConfigOption<?> option(Option<?> option) {
        return ConfigOptions.key(option.key()).stringType().noDefaultValue().withDescription(option.sentence());
    }
}
