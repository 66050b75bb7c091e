package io.spate.sink;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

import io.spate.engine.ObjectUri;

/** A sink that tells what is complete. A type of its own, as what the committers send on costs something in each job. */
final class CompletingSink<T> extends SpateSink<T> implements SupportsPostCommitTopology<SpateCommittable> {
    private static final long serialVersionUID = 1L;

    private final ObjectUri directory;
    private final Completion completion;
    private final EngineFactory engines;

    CompletingSink(SinkPlan<T> plan, Janitor janitor, Completion completion, EngineFactory engines) {
        super(plan, janitor, engines);
        this.directory = plan.directory();
        this.completion = completion;
        this.engines = engines;
    }

    /** One subtask, since it has to know of all objects. Its uid makes it findable in savepoints. */
    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<SpateCommittable>> committed) {
        String name = "Completion of " + directory;
        committed
                .global()
                .transform(name, Types.VOID, new CompletionOperator(directory, completion, engines))
                .forceNonParallel()
                .uid(name);
    }
}
