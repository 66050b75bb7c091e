package io.spate.source;

import java.util.Optional;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.data.RowData;

/** A scan whose source tells watermarks itself, for each split by itself. */
record WatermarkedScan(
        SpateSource<RowData> source, WatermarkStrategy<RowData> watermarks, Optional<Integer> parallelism, String name)
        implements DataStreamScanProvider, LineageVertexProvider {
    @Override
    public DataStream<RowData> produceDataStream(ProviderContext context, StreamExecutionEnvironment environment) {
        DataStreamSource<RowData> rows = environment.fromSource(source, watermarks, name);
        context.generateUid("source").ifPresent(rows::uid);
        parallelism.ifPresent(rows::setParallelism);
        return rows;
    }

    @Override
    public boolean isBounded() {
        return switch (source.getBoundedness()) {
            case BOUNDED -> true;
            case CONTINUOUS_UNBOUNDED -> false;
        };
    }

    @Override
    public Optional<Integer> getParallelism() {
        return parallelism;
    }

    @Override
    public LineageVertex getLineageVertex() {
        return source.getLineageVertex();
    }
}
