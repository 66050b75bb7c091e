package io.spate.source;

import java.util.List;
import java.util.stream.IntStream;

import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** A table that is read. */
final class SpateTableSource implements ScanTableSource {
    private final TableOptions options;
    private final TableDecoding decoding;
    private final DataType physicalType;
    private final List<String> partitionKeys;

    SpateTableSource(TableOptions options, TableDecoding decoding, DataType physicalType, List<String> partitionKeys) {
        this.options = options;
        this.decoding = decoding;
        this.physicalType = physicalType;
        this.partitionKeys = List.copyOf(partitionKeys);
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return decoding.changelogMode();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        int[][] all = IntStream.range(0, DataType.getFieldCount(physicalType))
                .mapToObj(index -> new int[] {index})
                .toArray(int[][]::new);
        SpateSource<RowData> source = SpateSource.<RowData>builder()
                .paths(options.paths())
                .format(decoding.format(context, physicalType, all))
                .splitSize(options.get(TableOption.SPLIT_SIZE))
                .errors(ErrorPolicy.of(options))
                .options(options.engine().asMap())
                .build();
        return SourceProvider.of(
                source, options.get(TableOption.SCAN_PARALLELISM).orElse(null));
    }

    @Override
    public DynamicTableSource copy() {
        return new SpateTableSource(options, decoding, physicalType, partitionKeys);
    }

    @Override
    public String asSummaryString() {
        return "Spate " + String.join("; ", options.paths());
    }
}
