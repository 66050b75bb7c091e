package io.spate.sink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.Engine;
import io.spate.engine.Option;

/**
 * Writes the records of a subtask, to one object at a time for each bucket. Parts go to the store beside the task, which
 * waits for memory only, and at checkpoints for parts that are under way.
 *
 * <p>A restored object is never continued: it ends with what it had, see {@link Delivery}. Closing aborts nothing, since
 * a checkpoint may refer to anything that was begun.
 */
final class SpateSinkWriter<T>
        implements StatefulSinkWriter<T, SpateWriterState>, CommittingSinkWriter<T, SpateCommittable> {
    private static final Logger LOG = LoggerFactory.getLogger(SpateSinkWriter.class);

    /** The tails that go into a checkpoint are at most this part of the transfer memory: Flink copies them several times. */
    private static final int TAILS_OF_MEMORY = 4;

    private final SinkPlan<T> plan;
    private final Engine engine;
    private final SinkMetrics metrics;
    private final EndedObjects ended = new EndedObjects();
    private final OpenObjects<T> open;
    private final boolean endsWithCheckpoint;
    private boolean emptyObjectWanted;

    /**
     * @param engine closed with the writer
     * @param firstSubtask whether it is the one that writes the empty object, if there is to be one
     * @param restored objects that were open at the checkpoint, any number
     */
    SpateSinkWriter(
            SinkPlan<T> plan,
            Engine engine,
            ProcessingTimeService time,
            SinkMetrics metrics,
            boolean firstSubtask,
            Collection<SpateWriterState> restored)
            throws IOException {
        this.plan = plan;
        this.engine = engine;
        this.metrics = metrics;
        this.endsWithCheckpoint = plan.endsWithCheckpoint()
                || !engine.profile(plan.directory().bucket()).partialCompletion();
        if (firstSubtask && endsWithCheckpoint && !plan.endsWithCheckpoint()) {
            LOG.info(
                    "objects below {} end with each checkpoint, whatever rolling says: a store of this kind completes no"
                            + " upload without all of its parts; option '{}' says which kind it is",
                    plan.directory(),
                    Option.PROFILE);
        }
        this.emptyObjectWanted = plan.emptyObject() && firstSubtask && restored.isEmpty();
        ObjectNames names = new ObjectNames(
                plan.directory(),
                plan.template(),
                plan.format().extension(),
                UUID.randomUUID().toString());
        Delivery delivery =
                switch (plan.guarantee()) {
                    case EXACTLY_ONCE -> new ExactlyOnce();
                    case AT_LEAST_ONCE -> new AtLeastOnce(engine.committer(), plan.announcing());
                    case NONE -> throw new IllegalArgumentException("there is no delivery without a guarantee");
                };
        this.open = new OpenObjects<>(plan, engine, names, delivery, ended, metrics, time);
        metrics.show(open, ended);
        for (SpateWriterState state : restored) {
            ended.add(state.object().uri(), delivery.restore(state));
        }
    }

    @Override
    public void write(T record, Context context) throws IOException {
        try {
            open.write(record, plan.bucketing().bucketOf(record, context));
        } catch (IOException | RuntimeException e) {
            metrics.recordFailed();
            throw e;
        }
        metrics.recordSent();
        emptyObjectWanted = false;
    }

    /** After it, encoders hold nothing. It may end objects, so it comes before {@link #prepareCommit}, as it does. */
    @Override
    public void flush(boolean endOfInput) throws IOException {
        if (endOfInput && emptyObjectWanted) {
            open.open("");
        }
        if (endOfInput || endsWithCheckpoint) {
            open.endAll();
        } else {
            open.flush();
            open.endBeyond(engine.options().get(Option.MEMORY) / TAILS_OF_MEMORY);
        }
    }

    @Override
    public Collection<SpateCommittable> prepareCommit() throws IOException, InterruptedException {
        long began = System.nanoTime();
        try {
            // What open objects have to send meanwhile is on its way before this waits.
            open.beginPersist();
            return ended.await();
        } finally {
            metrics.preparedAfter(System.nanoTime() - began);
        }
    }

    @Override
    public List<SpateWriterState> snapshotState(long checkpointId) throws IOException {
        long began = System.nanoTime();
        try {
            return open.awaitPersisted();
        } finally {
            metrics.snapshotAfter(System.nanoTime() - began);
        }
    }

    @Override
    public void close() {
        try {
            open.close();
        } finally {
            engine.close();
        }
    }
}
