package io.spate.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.Option;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** A table that is written. Objects have all columns but those of partitions, which are in the names of directories. */
final class SpateTableSink implements DynamicTableSink, SupportsPartitioning, SupportsOverwrite {
    /** What keeps objects below the path out of the table. */
    private static final List<Option<?>> SHOWING_LESS =
            List.of(TableOption.INCLUDE, TableOption.EXCLUDE, TableOption.MODIFIED_AFTER, TableOption.MODIFIED_BEFORE);

    private final TableOptions options;
    private final TableEncoding encoding;
    private final TablePartitions partitions;
    private final boolean batch;
    private Map<String, String> staticPartition = Map.of();
    private boolean overwrite;

    /**
     * A sink of all columns.
     *
     * @param batch whether statements run to an end, as only those do that may overwrite
     * @throws ValidationException if an option or a column of the partitions is not for writing
     */
    SpateTableSink(TableOptions options, TableEncoding encoding, TablePartitions partitions, boolean batch) {
        this.options = options;
        this.encoding = encoding;
        this.partitions = partitions;
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
        SpateSinkBuilder<RowData> builder = TableSinkOptions.builder(options, !partitions.isEmpty());
        DataType type = partitions.type();
        if (partitions.isEmpty()) {
            builder.format(encoding.format(context, type));
        } else {
            int[] columns = partitions.objectColumns();
            DataType objectType = Projection.of(columns).project(type);
            builder.format(new TableRows(encoding.format(context, objectType), columns));
            builder.bucketBy(partitions.buckets());
        }
        if (overwrite) {
            requireBatch(context);
            requireWhole();
            builder.overwrite(partitions.overwrite(staticPartition));
        }
        return SinkV2Provider.of(
                build(builder), options.get(TableOption.SINK_PARALLELISM).orElse(null));
    }

    @Override
    public DynamicTableSink copy() {
        SpateTableSink copy = new SpateTableSink(options, encoding, partitions, batch);
        copy.staticPartition = staticPartition;
        copy.overwrite = overwrite;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return "Spate " + String.join("; ", options.paths());
    }

    private SpateSink<RowData> build(SpateSinkBuilder<RowData> builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new ValidationException(
                    "writing to the table at " + options.paths().get(0) + ": " + e.getMessage(), e);
        }
    }

    private void requireBatch(Context context) {
        if (!batch || !context.isBounded()) {
            throw new ValidationException("INSERT OVERWRITE " + options.paths().get(0)
                    + ": what a table had is replaced when a statement ends, so it needs 'execution.runtime-mode' ="
                    + " 'batch'; take INSERT INTO in streaming mode");
        }
    }

    /** What the table does not show is not to be deleted with it. */
    private void requireWhole() {
        SHOWING_LESS.stream().filter(options::has).findFirst().ifPresent(option -> {
            throw TableSinkOptions.refused(
                    options,
                    option,
                    "INSERT OVERWRITE would delete objects that this keeps out of the table; write by a definition of the"
                            + " table without it, or take INSERT INTO");
        });
    }
}
