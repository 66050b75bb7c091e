package io.spate.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.PartitionLayout;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** A table that is written. Objects have all columns but those of partitions, which are in the names of directories. */
final class SpateTableSink implements DynamicTableSink, SupportsPartitioning, SupportsOverwrite {
    private final TableOptions options;
    private final TableEncoding encoding;
    private final DataType physicalType;
    private final List<String> partitionKeys;
    private final boolean batch;
    private Map<String, String> staticPartition = Map.of();
    private boolean overwrite;

    /**
     * A sink of all columns.
     *
     * @param batch whether statements run to an end, as only those do that may overwrite
     * @throws ValidationException if an option or a column of the partitions is not for writing
     */
    SpateTableSink(
            TableOptions options,
            TableEncoding encoding,
            DataType physicalType,
            List<String> partitionKeys,
            boolean batch) {
        this.options = options;
        this.encoding = encoding;
        this.physicalType = physicalType;
        this.partitionKeys = List.copyOf(partitionKeys);
        this.batch = batch;
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        return encoding.changelogMode();
    }

    @Override
    public void applyStaticPartition(Map<String, String> partition) {
        staticPartition = new HashMap<>(partition);
    }

    /** Rows of one partition one after another, as far as Flink can sort them, so that few objects are open at a time. */
    @Override
    public boolean requiresPartitionGrouping(boolean supported) {
        return supported;
    }

    @Override
    public void applyOverwrite(boolean overwrites) {
        this.overwrite = overwrites;
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        SpateSinkBuilder<RowData> builder = TableSinkOptions.builder(options, !partitionKeys.isEmpty());
        if (partitionKeys.isEmpty()) {
            builder.format(encoding.format(context, physicalType));
        } else {
            int[] columns = objectColumns();
            DataType objectType = Projection.of(columns).project(physicalType);
            builder.format(new TableRows(encoding.format(context, objectType), columns));
            builder.bucketBy(new PartitionBuckets(layout(), partitionTexts()));
        }
        if (overwrite) {
            requireBatch(context);
            builder.overwrite(whatToOverwrite());
        }
        return SinkV2Provider.of(
                build(builder), options.get(TableOption.SINK_PARALLELISM).orElse(null));
    }

    @Override
    public DynamicTableSink copy() {
        SpateTableSink copy = new SpateTableSink(options, encoding, physicalType, partitionKeys, batch);
        copy.staticPartition = staticPartition;
        copy.overwrite = overwrite;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return "Spate " + String.join("; ", options.paths());
    }

    private static SpateSink<RowData> build(SpateSinkBuilder<RowData> builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new ValidationException(e.getMessage(), e);
        }
    }

    private void requireBatch(Context context) {
        if (!batch || !context.isBounded()) {
            throw new ValidationException("INSERT OVERWRITE " + options.paths().get(0)
                    + ": what a table had is replaced when a statement ends, so it needs 'execution.runtime-mode' ="
                    + " 'batch'; take INSERT INTO in streaming mode");
        }
    }

    /** A partition that the statement names whole is replaced even if no row comes. */
    private Overwrite whatToOverwrite() {
        if (partitionKeys.isEmpty()) {
            return Overwrite.all();
        }
        if (!staticPartition.keySet().containsAll(partitionKeys)) {
            return Overwrite.written();
        }
        List<Optional<String>> values = partitionKeys.stream()
                .map(key -> Optional.ofNullable(staticPartition.get(key)))
                .toList();
        return Overwrite.directory(PartitionBuckets.bucket(layout(), values));
    }

    private PartitionLayout layout() {
        try {
            return PartitionLayout.of(partitionKeys, options.get(TableOption.PARTITION_TEMPLATE));
        } catch (IllegalArgumentException e) {
            throw new ValidationException(e.getMessage(), e);
        }
    }

    private List<PartitionText> partitionTexts() {
        List<String> names = DataType.getFieldNames(physicalType);
        List<DataType> types = DataType.getFieldDataTypes(physicalType);
        return partitionKeys.stream()
                .map(key -> names.indexOf(key))
                .map(index ->
                        PartitionText.of(names.get(index), types.get(index).getLogicalType(), index))
                .toList();
    }

    private int[] objectColumns() {
        List<String> names = DataType.getFieldNames(physicalType);
        int[] columns = IntStream.range(0, names.size())
                .filter(index -> !partitionKeys.contains(names.get(index)))
                .toArray();
        if (columns.length == 0) {
            throw new ValidationException("PARTITIONED BY: all columns of the table at "
                    + options.paths().get(0) + " name directories, and none is left for objects");
        }
        return columns;
    }
}
