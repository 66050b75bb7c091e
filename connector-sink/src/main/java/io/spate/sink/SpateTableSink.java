package io.spate.sink;

import java.util.List;

import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** A table that is written. */
final class SpateTableSink implements DynamicTableSink {
    private final TableOptions options;
    private final TableEncoding encoding;
    private final DataType physicalType;
    private final List<String> partitionKeys;

    SpateTableSink(TableOptions options, TableEncoding encoding, DataType physicalType, List<String> partitionKeys) {
        this.options = options;
        this.encoding = encoding;
        this.physicalType = physicalType;
        this.partitionKeys = List.copyOf(partitionKeys);
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        return encoding.changelogMode();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        SpateSink<RowData> sink = SpateSink.<RowData>builder()
                .path(options.paths().get(0))
                .format(encoding.format(context, physicalType))
                .options(options.engine().asMap())
                .build();
        return SinkV2Provider.of(sink, options.get(TableOption.SINK_PARALLELISM).orElse(null));
    }

    @Override
    public DynamicTableSink copy() {
        return new SpateTableSink(options, encoding, physicalType, partitionKeys);
    }

    @Override
    public String asSummaryString() {
        return "Spate " + String.join("; ", options.paths());
    }
}
