package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

import io.spate.engine.Engine;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;
import io.spate.engine.StoreException;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/**
 * What is fixed of a table that is read, and what becomes of it by a plan. Immutable.
 *
 * @param physicalType all columns but those of metadata
 * @param layout of the partitions, empty for a table without
 */
record TableScan(
        TableOptions options, TableDecoding decoding, DataType physicalType, Optional<PartitionLayout> layout) {
    static TableScan of(
            TableOptions options, TableDecoding decoding, DataType physicalType, List<String> partitionKeys) {
        if (partitionKeys.isEmpty() && options.has(TableOption.PARTITION_TEMPLATE)) {
            throw new IllegalArgumentException("option '" + TableOption.PARTITION_TEMPLATE + "' = '"
                    + options.get(TableOption.PARTITION_TEMPLATE).orElseThrow()
                    + "' is for tables with partitions: add PARTITIONED BY (...), or remove it");
        }
        Optional<PartitionLayout> layout = partitionKeys.isEmpty()
                ? Optional.empty()
                : Optional.of(PartitionLayout.of(partitionKeys, options.get(TableOption.PARTITION_TEMPLATE)));
        TableScan scan = new TableScan(options, decoding, physicalType, layout);
        scan.checkPartitions();
        return scan;
    }

    /** The source of one scan. */
    SpateSource<RowData> source(DynamicTableSource.Context context, ScanPlan plan) {
        return builder(plan).format(rows(context, plan)).build();
    }

    /** How many bytes one scan reads; empty if one LIST does not tell. */
    OptionalLong bytes(ScanPlan plan) throws StoreException {
        try (Engine engine = Engine.open(options.engine())) {
            return new Survey(engine.store(), builder(plan).settings()).bytes();
        }
    }

    /** All partitions there are, see {@link PartitionListing}. */
    List<Map<String, String>> listPartitions() throws IOException {
        try (Engine engine = Engine.open(options.engine())) {
            return new PartitionListing(engine.store(), layout.orElseThrow(), partitionColumns(), selection())
                    .list(paths());
        }
    }

    private Selection selection() {
        return builder(ScanPlan.of(physicalType)).settings().selection();
    }

    private SpateSourceBuilder<RowData> builder(ScanPlan plan) {
        SpateSourceBuilder<RowData> builder = SpateSource.<RowData>builder()
                .paths(options.paths())
                .splitSize(options.get(TableOption.SPLIT_SIZE))
                .errors(ErrorPolicy.of(options))
                .include(options.get(TableOption.INCLUDE).toArray(String[]::new))
                .exclude(options.get(TableOption.EXCLUDE).toArray(String[]::new))
                .limit(plan.limit())
                .options(options.engine().asMap());
        options.get(TableOption.MODIFIED_AFTER).ifPresent(builder::modifiedAfter);
        options.get(TableOption.MODIFIED_BEFORE).ifPresent(builder::modifiedBefore);
        options.get(TableOption.MONITOR_INTERVAL).ifPresent(interval -> builder.monitorContinuously(interval)
                .discoveryWindow(options.get(TableOption.DISCOVERY_WINDOW)));
        if (options.get(TableOption.STARTUP) == TableOption.Startup.LATEST) {
            builder.startWithLatest();
        }
        if (options.get(TableOption.HIDDEN)) {
            builder.includeHidden();
        }
        if (options.get(TableOption.ALLOW_EMPTY)) {
            builder.allowEmpty();
        }
        if (options.get(TableOption.ON_CHANGE) == TableOption.OnChange.SKIP) {
            builder.skipChangedObjects();
        }
        partitions(plan).ifPresent(builder::partitions);
        return builder;
    }

    private Optional<Partitions> partitions(ScanPlan plan) {
        Optional<Partitions> all = layout.map(Partitions::all);
        return plan.partitions()
                .flatMap(remaining -> all.map(partitions -> partitions.only(remaining.stream()
                        .map(values -> partitions.layout().columns().stream()
                                .map(column -> Optional.ofNullable(values.get(column)))
                                .toList())
                        .toList())))
                .or(() -> all);
    }

    private RecordFormat<RowData> rows(DynamicTableSource.Context context, ScanPlan plan) {
        List<String> partitionKeys = layout.map(PartitionLayout::columns).orElse(List.of());
        List<String> names = DataType.getFieldNames(physicalType);
        List<LogicalType> produced = plan.producedType().getLogicalType().getChildren();
        RowColumns columns = new RowColumns(paths(), partitionColumns(), partitions(plan));
        List<int[]> decoded = new ArrayList<>();
        for (int i = 0; i < plan.projection().length; i++) {
            int[] path = plan.projection()[i];
            int partition = partitionKeys.indexOf(names.get(path[0]));
            if (partition >= 0) {
                columns.addPartition(partition);
            } else {
                columns.addDecoded(produced.get(i));
                decoded.add(inObjects(path, names, partitionKeys));
            }
        }
        plan.metadata().forEach(key -> columns.addFile(FileColumn.of(key)));
        DataType objectType = objectType(names, partitionKeys);
        RecordFormat<RowData> format =
                decoding.withFilters(plan.filters()).format(context, objectType, decoded.toArray(int[][]::new));
        return columns.isPlain()
                ? format
                : new TableRowFormat(format, columns, context.createTypeInformation(plan.producedType()));
    }

    /** A path into the physical columns as one into those of objects, which have no partition columns. */
    private static int[] inObjects(int[] path, List<String> names, List<String> partitionKeys) {
        int[] moved = path.clone();
        moved[0] -= (int) names.subList(0, path[0]).stream()
                .filter(partitionKeys::contains)
                .count();
        return moved;
    }

    private DataType objectType(List<String> names, List<String> partitionKeys) {
        int[] kept = IntStream.range(0, names.size())
                .filter(index -> !partitionKeys.contains(names.get(index)))
                .toArray();
        return Projection.of(kept).project(physicalType);
    }

    List<PathPattern> paths() {
        return options.paths().stream().map(PathPattern::parse).toList();
    }

    List<PartitionColumn> partitionColumns() {
        RowType type = (RowType) physicalType.getLogicalType();
        return layout.map(PartitionLayout::columns).orElse(List.of()).stream()
                .map(name -> new PartitionColumn(name, type.getTypeAt(type.getFieldIndex(name))))
                .toList();
    }

    private void checkPartitions() {
        partitionColumns();
        if (layout.isPresent()) {
            paths().stream().filter(PathPattern::isGlob).findFirst().ifPresent(path -> {
                throw new IllegalArgumentException("option '" + TableOption.PATH + "' = '" + path
                        + "': a table with partitions is below a path without wildcards; use '" + TableOption.INCLUDE
                        + "' to choose objects");
            });
        }
    }
}
