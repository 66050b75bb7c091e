package io.spate.source;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.table.api.TableException;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsPartitionPushDown;

/**
 * A table with partitions that is read once. One without an end cannot leave any out, since there are partitions that nobody
 * knows yet.
 */
final class PartitionedTableSource extends SpateTableSource implements SupportsPartitionPushDown {
    PartitionedTableSource(TableScan scan, ScanPlan plan) {
        super(scan, plan);
    }

    @Override
    public Optional<List<Map<String, String>>> listPartitions() {
        try {
            return Optional.of(scan().listPartitions());
        } catch (IOException e) {
            throw new TableException("cannot list the partitions of '" + asSummaryString() + "'", e);
        }
    }

    @Override
    public void applyPartitions(List<Map<String, String>> remaining) {
        plan(plan().withPartitions(remaining));
    }

    @Override
    public DynamicTableSource copy() {
        return new PartitionedTableSource(scan(), plan());
    }
}
