package io.spate.source;

import java.util.OptionalLong;

import org.apache.flink.table.plan.stats.TableStats;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.StoreException;
import io.spate.engine.TableOption;

/**
 * What the planner is told of the size of a table. It costs one LIST: the planner asks before it knows of a limit, and then
 * more would cost more than the query.
 */
record ScanStatistics(TableScan scan) {
    private static final Logger LOG = LoggerFactory.getLogger(ScanStatistics.class);

    /** How many rows a scan has, by the size of its objects; unknown if there are many, or they cannot be listed. */
    TableStats of(ScanPlan plan) {
        boolean wanted = scan.options().get(TableOption.STATISTICS) == TableOption.Statistics.SIZE;
        if (!wanted || scan.options().get(TableOption.MONITOR_INTERVAL).isPresent()) {
            return TableStats.UNKNOWN;
        }
        if (plan.limit() != ScanSettings.UNLIMITED) {
            return new TableStats(plan.limit());
        }
        try {
            OptionalLong bytes = scan.bytes(plan);
            return bytes.isPresent() ? new TableStats(rows(bytes.getAsLong())) : TableStats.UNKNOWN;
        } catch (StoreException | RuntimeException e) {
            LOG.warn(
                    "cannot estimate the size of {}: the planner goes on without",
                    scan.options().paths(),
                    e);
            return TableStats.UNKNOWN;
        }
    }

    private long rows(long bytes) {
        RowType type = (RowType) scan.physicalType().getLogicalType();
        return bytes / RowSizes.bytes(type, scan.options().format());
    }
}
