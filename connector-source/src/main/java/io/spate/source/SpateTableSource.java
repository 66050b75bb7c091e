package io.spate.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsStatisticReport;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.plan.stats.TableStats;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;

import io.spate.engine.TableOption;

/** A table that is read: takes what the planner pushes down, and makes a source of it. */
sealed class SpateTableSource
        implements ScanTableSource,
                SupportsProjectionPushDown,
                SupportsReadingMetadata,
                SupportsFilterPushDown,
                SupportsLimitPushDown,
                SupportsWatermarkPushDown,
                SupportsStatisticReport
        permits PartitionedTableSource {
    private final TableScan scan;
    private ScanPlan plan;

    SpateTableSource(TableScan scan, ScanPlan plan) {
        this.scan = scan;
        this.plan = plan;
    }

    /** One that can leave out partitions, where there are some to leave out. */
    static SpateTableSource of(TableScan scan) {
        ScanPlan all = ScanPlan.of(scan.physicalType());
        boolean ends = scan.options().get(TableOption.MONITOR_INTERVAL).isEmpty();
        return scan.layout().isPresent() && ends
                ? new PartitionedTableSource(scan, all)
                : new SpateTableSource(scan, all);
    }

    final TableScan scan() {
        return scan;
    }

    final ScanPlan plan() {
        return plan;
    }

    final void plan(ScanPlan changed) {
        plan = changed;
    }

    @Override
    public final ChangelogMode getChangelogMode() {
        return scan.decoding().changelogMode();
    }

    @Override
    public final ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        SpateSource<RowData> source = scan.source(context, plan);
        Optional<Integer> parallelism = scan.options().get(TableOption.SCAN_PARALLELISM);
        return plan.watermarks()
                .<ScanRuntimeProvider>map(
                        strategy -> new WatermarkedScan(source, strategy, parallelism, asSummaryString()))
                .orElseGet(() -> SourceProvider.of(source, parallelism.orElse(null)));
    }

    @Override
    public final boolean supportsNestedProjection() {
        return scan.decoding() instanceof ColumnDecoding;
    }

    @Override
    public final void applyProjection(int[][] paths, DataType producedType) {
        plan = plan.withProjection(paths, producedType);
    }

    @Override
    public final Map<String, DataType> listReadableMetadata() {
        return FileColumn.types();
    }

    @Override
    public final void applyReadableMetadata(List<String> keys, DataType producedType) {
        plan = plan.withMetadata(keys, producedType);
    }

    /** All of them remain to be applied to what is read, since an object is left out only in large pieces. */
    @Override
    public final Result applyFilters(List<ResolvedExpression> filters) {
        plan = plan.withFilters(filters);
        return Result.of(filters, filters);
    }

    /** Rows that are taken back later count for nothing, so a table with such rows is read as a whole. */
    @Override
    public final void applyLimit(long rows) {
        if (getChangelogMode().containsOnly(RowKind.INSERT)) {
            plan = plan.withLimit(rows);
        }
    }

    @Override
    public final void applyWatermark(WatermarkStrategy<RowData> strategy) {
        plan = plan.withWatermarks(strategy);
    }

    @Override
    public final TableStats reportStatistics() {
        return new ScanStatistics(scan).of(plan);
    }

    @Override
    public DynamicTableSource copy() {
        return new SpateTableSource(scan, plan);
    }

    @Override
    public final String asSummaryString() {
        return "Spate " + String.join("; ", scan.options().paths());
    }
}
