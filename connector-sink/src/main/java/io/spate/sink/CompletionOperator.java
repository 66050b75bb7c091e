package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

import io.spate.engine.Engine;
import io.spate.engine.ObjectUri;
import io.spate.sink.ObjectLedger.Complete;
import io.spate.sink.SpateCommittable.PendingObject;
import io.spate.sink.SpateCommittable.SubtaskEnd;
import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * Hears of all objects that have become visible, and tells what is complete. Runs once in a job.
 *
 * <p>At the end of input committers still send on what the last checkpoint has committed, so the end is when each of the
 * subtasks has said that it has ended.
 */
final class CompletionOperator extends AbstractStreamOperator<Void>
        implements OneInputStreamOperator<CommittableMessage<SpateCommittable>, Void> {
    private static final long serialVersionUID = 1L;
    private static final LedgerEntrySerializer ENTRIES = new LedgerEntrySerializer();
    private static final SpateCommittableSerializer ENDS = new SpateCommittableSerializer();

    private final ObjectUri directory;
    private final Completion completion;
    private final EngineFactory engines;
    private transient ObjectLedger ledger;
    private transient ListState<byte[]> entryState;
    private transient ListState<byte[]> endState;
    private transient Engine engine;

    CompletionOperator(ObjectUri directory, Completion completion, EngineFactory engines) {
        this.directory = directory;
        this.completion = completion;
        this.engines = engines;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        ledger = new ObjectLedger(completion);
        entryState = state(context, "objects");
        endState = state(context, "ends");
        for (byte[] bytes : entryState.get()) {
            ledger.restore(SimpleVersionedSerialization.readVersionAndDeSerialize(ENTRIES, bytes), now());
        }
        for (byte[] bytes : endState.get()) {
            if (SimpleVersionedSerialization.readVersionAndDeSerialize(ENDS, bytes) instanceof SubtaskEnd end) {
                ledger.end(end);
            }
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        engine = engines.open();
    }

    @Override
    public void processElement(StreamRecord<CommittableMessage<SpateCommittable>> element) throws Exception {
        if (element.getValue() instanceof CommittableWithLineage<SpateCommittable> committed) {
            hear(committed.getCommittable());
        } else {
            // The summary of what a subtask sends with a checkpoint, and then that follows.
            ledger.goesOn(element.getValue().getSubtaskId());
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        ledger.seal(context.getCheckpointId(), now());
        entryState.update(bytes(ENTRIES, ledger.entries()));
        endState.update(bytes(ENDS, List.copyOf(ledger.ends())));
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        write(ledger.takeSealed(checkpoint));
    }

    @Override
    public void close() throws Exception {
        try {
            super.close();
        } finally {
            if (engine != null) {
                engine.close();
            }
        }
    }

    private void hear(SpateCommittable committable) throws IOException, InterruptedException {
        if (committable instanceof PendingObject pending) {
            ledger.add(pending.visible(), now());
        } else if (committable instanceof VisibleObject visible) {
            ledger.add(visible, now());
        } else if (committable instanceof SubtaskEnd end && ledger.end(end)) {
            write(ledger.takeAll());
        }
    }

    private void write(List<Complete> all) throws IOException, InterruptedException {
        CompletionWriter writer = new CompletionWriter(engine, directory, completion);
        for (Complete complete : all) {
            writer.write(complete);
        }
    }

    private long now() {
        return getProcessingTimeService().getCurrentProcessingTime();
    }

    private static ListState<byte[]> state(StateInitializationContext context, String name) throws Exception {
        return context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>(name, BytePrimitiveArraySerializer.INSTANCE));
    }

    private static <E> List<byte[]> bytes(SimpleVersionedSerializer<E> serializer, List<E> values) throws IOException {
        List<byte[]> bytes = new ArrayList<>();
        for (E value : values) {
            bytes.add(SimpleVersionedSerialization.writeVersionAndSerialize(serializer, value));
        }
        return bytes;
    }
}
