package io.spate.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.table.data.RowData;

import io.spate.engine.PartitionLayout;

/** The directories of partitions. Most rows have the same as the one before, which costs no new text. */
final class PartitionBuckets implements Bucketing<RowData> {
    private static final long serialVersionUID = 1L;

    private final PartitionLayout layout;

    private final PartitionText[] columns;
    private transient Partition last;

    /** @param columns those of the layout, in its order */
    PartitionBuckets(PartitionLayout layout, List<PartitionText> columns) {
        this.layout = layout;
        this.columns = columns.toArray(PartitionText[]::new);
    }

    private record Partition(List<Optional<String>> values, String bucket) {}

    @Override
    public String bucketOf(RowData row, SinkWriter.Context context) {
        List<Optional<String>> values = new ArrayList<>(columns.length);
        for (PartitionText column : columns) {
            values.add(column.of(row));
        }
        Partition partition = last;
        if (partition == null || !partition.values().equals(values)) {
            partition = new Partition(values, bucket(layout, values));
            last = partition;
        }
        return partition.bucket();
    }

    /** The directory without the slash at its end. */
    static String bucket(PartitionLayout layout, List<Optional<String>> values) {
        String directory = layout.directory(values);
        return directory.substring(0, directory.length() - 1);
    }
}
