package io.spate.source;

import java.util.Set;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

import io.spate.engine.TableOptions;
import io.spate.table.TableDefinition;

/** Makes sources of tables {@code WITH ('connector' = 'spate', ...)}; their options are those of {@link TableOptions}. */
public final class SpateTableSourceFactory implements DynamicTableSourceFactory {
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
    public DynamicTableSource createDynamicTableSource(Context context) {
        TableOptions options = TableDefinition.options(context);
        return SpateTableSource.of(TableScan.of(
                options,
                TableDecoding.discover(this, context, options),
                context.getPhysicalRowDataType(),
                context.getCatalogTable().getPartitionKeys()));
    }
}
