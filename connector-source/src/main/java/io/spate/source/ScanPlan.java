package io.spate.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;

/**
 * What the planner wants of a table.
 *
 * @param projection paths of the physical columns
 * @param producedType those columns, and then those of the metadata
 * @param metadata keys of {@link FileColumn}
 * @param filters that rows have to fit, of use to leave out much of an object
 * @param limit how many rows are enough; {@link ScanSettings#UNLIMITED} for all
 * @param partitions the ones that are read; empty for all
 * @param watermarks to be told by the source; empty if they are not
 */
@SuppressWarnings("ArrayRecordComponent") // as Flink hands it over; plans are not compared
record ScanPlan(
        int[][] projection,
        DataType producedType,
        List<String> metadata,
        List<ResolvedExpression> filters,
        long limit,
        Optional<List<Map<String, String>>> partitions,
        Optional<WatermarkStrategy<RowData>> watermarks) {
    ScanPlan {
        metadata = List.copyOf(metadata);
        filters = List.copyOf(filters);
    }

    /** All of a table. */
    static ScanPlan of(DataType physicalType) {
        int[][] all = IntStream.range(0, DataType.getFieldCount(physicalType))
                .mapToObj(index -> new int[] {index})
                .toArray(int[][]::new);
        return new ScanPlan(
                all, physicalType, List.of(), List.of(), ScanSettings.UNLIMITED, Optional.empty(), Optional.empty());
    }

    ScanPlan withProjection(int[][] paths, DataType type) {
        return new ScanPlan(paths, type, metadata, filters, limit, partitions, watermarks);
    }

    ScanPlan withMetadata(List<String> keys, DataType type) {
        return new ScanPlan(projection, type, keys, filters, limit, partitions, watermarks);
    }

    ScanPlan withFilters(List<ResolvedExpression> all) {
        return new ScanPlan(projection, producedType, metadata, all, limit, partitions, watermarks);
    }

    ScanPlan withLimit(long rows) {
        return new ScanPlan(projection, producedType, metadata, filters, rows, partitions, watermarks);
    }

    ScanPlan withPartitions(List<Map<String, String>> remaining) {
        return new ScanPlan(projection, producedType, metadata, filters, limit, Optional.of(remaining), watermarks);
    }

    ScanPlan withWatermarks(WatermarkStrategy<RowData> strategy) {
        return new ScanPlan(projection, producedType, metadata, filters, limit, partitions, Optional.of(strategy));
    }
}
