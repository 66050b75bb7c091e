package io.spate.sink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.table.data.RowData;

import io.spate.engine.PartitionLayout;

/** The directories of partitions. Those of the latest rows are remembered, since others mostly have the same. */
final class PartitionBuckets implements Bucketing<RowData> {
    private static final long serialVersionUID = 1L;

    private static final int REMEMBERED = 256;

    private final PartitionLayout layout;
    private final PartitionText[] columns;
    private transient Latest latest;

    /** @param columns those of the layout, in its order */
    PartitionBuckets(PartitionLayout layout, List<PartitionText> columns) {
        this.layout = layout;
        this.columns = columns.toArray(PartitionText[]::new);
    }

    /** Buckets by their values, as many as are remembered. */
    private static final class Latest extends LinkedHashMap<List<Optional<String>>, String> {
        private static final long serialVersionUID = 1L;

        Latest() {
            super(2 * REMEMBERED, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Optional<String>>, String> eldest) {
            return size() > REMEMBERED;
        }
    }

    @Override
    public String bucketOf(RowData row, SinkWriter.Context context) {
        List<Optional<String>> values = new ArrayList<>(columns.length);
        for (PartitionText column : columns) {
            values.add(column.of(row));
        }
        if (latest == null) {
            latest = new Latest();
        }
        return latest.computeIfAbsent(values, key -> bucket(layout, key));
    }

    /** The directory without the slash at its end. */
    static String bucket(PartitionLayout layout, List<Optional<String>> values) {
        String directory = layout.directory(values);
        return directory.substring(0, directory.length() - 1);
    }
}
