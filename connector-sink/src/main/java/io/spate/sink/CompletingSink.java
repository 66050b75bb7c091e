package io.spate.sink;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;

import io.spate.engine.ObjectUri;

/** A sink that replaces what was there before, or tells what is complete. A type of its own, as what the committers send on costs something in each job. */
final class CompletingSink<T> extends SpateSink<T>
        implements SupportsPreCommitTopology<SpateCommittable, SpateCommittable>,
                SupportsPostCommitTopology<SpateCommittable> {
    private static final long serialVersionUID = 1L;

    private final ObjectUri directory;
    private final AfterCommits after;
    private final EngineFactory engines;
    private transient DataStream<CommittableMessage<SpateCommittable>> announced;

    CompletingSink(SinkPlan<T> plan, Janitor janitor, AfterCommits after, EngineFactory engines) {
        super(plan, janitor, engines);
        this.directory = plan.directory();
        this.after = after;
        this.engines = engines;
    }

    /** Changes nothing, but remembers the stream for what comes behind the committers. */
    @Override
    public DataStream<CommittableMessage<SpateCommittable>> addPreCommitTopology(
            DataStream<CommittableMessage<SpateCommittable>> written) {
        announced = written;
        return written;
    }

    @Override
    public SimpleVersionedSerializer<SpateCommittable> getWriteResultSerializer() {
        return getCommittableSerializer();
    }

    /** One subtask, since it has to know of all objects. Flink puts the uid of the sink in front of its uid. */
    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<SpateCommittable>> committed) {
        SingleOutputStreamOperator<Void> completed = announced
                .global()
                .connect(committed.global())
                .transform("Completion of " + directory, Types.VOID, new CompletionOperator(directory, after, engines))
                .forceNonParallel();
        if (hasUid(committed.getTransformation())) {
            completed.uid("completion");
        }
    }

    /** Whether the sink has one, which its committers show. Flink refuses parts with a uid of a sink that has none. */
    private static boolean hasUid(Transformation<?> committed) {
        Transformation<?> committers = committed;
        while (committers instanceof PartitionTransformation) {
            committers = committers.getInputs().get(0);
        }
        return committers.getUid() != null;
    }
}
