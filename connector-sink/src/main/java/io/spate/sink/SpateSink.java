package io.spate.sink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import org.apache.flink.api.common.SupportsConcurrentExecutionAttempts;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;

import io.spate.engine.Engine;

/**
 * Writes records to objects, which appear whole or not at all: with the default guarantee once the checkpoint is complete
 * that has their last record, and every record in exactly one of them.
 *
 * <pre>{@code
 * SpateSink<String> sink = SpateSink.<String>builder()
 *         .path("spate://logs/2026/")
 *         .format(SinkFormats.lines())
 *         .build();
 * stream.sinkTo(sink);
 * }</pre>
 *
 * <p>A checkpoint or savepoint refers to unfinished uploads of the store, and to objects that it makes visible. So it can be
 * restored for as long as the store keeps such uploads, and if nobody has deleted, moved or replaced these objects since; a
 * restore that finds an upload lost fails. What is restored from a savepoint of a job that went on is written beside what
 * that has written since.
 *
 * <p>Immutable.
 */
public sealed class SpateSink<T>
        implements Sink<T>,
                SupportsCommitter<SpateCommittable>,
                SupportsWriterState<T, SpateWriterState>,
                SupportsConcurrentExecutionAttempts,
                LineageVertexProvider
        permits CompletingSink {
    private static final long serialVersionUID = 1L;

    private final SinkPlan<T> plan;
    private final Janitor janitor;
    private final EngineFactory engines;

    SpateSink(SinkPlan<T> plan, Janitor janitor, EngineFactory engines) {
        this.plan = plan;
        this.janitor = janitor;
        this.engines = engines;
    }

    public static <T> SpateSinkBuilder<T> builder() {
        return new SpateSinkBuilder<>();
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<T, SpateWriterState> restoreWriter(
            WriterInitContext context, Collection<SpateWriterState> restored) throws IOException {
        boolean firstSubtask = context.getTaskInfo().getIndexOfThisSubtask() == 0;
        Engine engine = engines.open();
        boolean made = false;
        try {
            openFormat(context);
            SinkMetrics.show(engine.stats(), context.metricGroup());
            SpateSinkWriter<T> writer = new SpateSinkWriter<>(
                    plan,
                    engine,
                    context.getProcessingTimeService(),
                    new SinkMetrics(context.metricGroup()),
                    firstSubtask,
                    restored);
            if (firstSubtask) {
                janitor.start(engines, restored);
            }
            made = true;
            return writer;
        } finally {
            if (!made) {
                engine.close();
            }
        }
    }

    @Override
    public Committer<SpateCommittable> createCommitter(CommitterInitContext context) {
        Engine engine = engines.open();
        boolean made = false;
        try {
            SinkMetrics.show(engine.stats(), context.metricGroup());
            Committer<SpateCommittable> committer = new SpateCommitter(engine);
            made = true;
            return committer;
        } finally {
            if (!made) {
                engine.close();
            }
        }
    }

    @Override
    public SimpleVersionedSerializer<SpateCommittable> getCommittableSerializer() {
        return new SpateCommittableSerializer();
    }

    @Override
    public SimpleVersionedSerializer<SpateWriterState> getWriterStateSerializer() {
        return new SpateWriterStateSerializer();
    }

    /** The directory that it writes to. */
    @Override
    public LineageVertex getLineageVertex() {
        return SinkLineage.of(plan.directory());
    }

    SinkPlan<T> plan() {
        return plan;
    }

    Janitor janitor() {
        return janitor;
    }

    private void openFormat(WriterInitContext context) throws IOException {
        try {
            plan.format().open(context.asSerializationSchemaInitializationContext());
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the format of " + plan.directory() + " cannot be opened: " + e.getMessage(), e);
        }
    }
}
