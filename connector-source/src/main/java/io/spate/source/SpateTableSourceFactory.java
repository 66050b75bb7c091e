package io.spate.source;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

import io.spate.engine.Option;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** Makes sources of tables {@code WITH ('connector' = 'spate', ...)}; their options are those of {@link TableOptions}. */
public final class SpateTableSourceFactory implements DynamicTableSourceFactory {
    private static final Set<Option<?>> REQUIRED = Set.of(TableOption.PATH, TableOption.FORMAT);

    @Override
    public String factoryIdentifier() {
        return "spate";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return REQUIRED.stream().map(SpateTableSourceFactory::option).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Stream.concat(TableOption.ALL.stream(), Option.ALL.stream())
                .filter(option -> !REQUIRED.contains(option))
                .map(SpateTableSourceFactory::option)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        Map<String, String> written = context.getCatalogTable().getOptions();
        String format = written.getOrDefault(TableOption.FORMAT.key(), "").strip();
        TableOptions options = TableOptions.of(
                written,
                SessionOptions.of(context.getConfiguration()),
                FormatFactories.keys(context.getClassLoader(), format));
        return SpateTableSource.of(TableScan.of(
                options,
                TableDecoding.discover(this, context, options),
                context.getPhysicalRowDataType(),
                context.getCatalogTable().getPartitionKeys()));
    }

    private static ConfigOption<?> option(Option<?> option) {
        return ConfigOptions.key(option.key()).stringType().noDefaultValue().withDescription(option.sentence());
    }
}
