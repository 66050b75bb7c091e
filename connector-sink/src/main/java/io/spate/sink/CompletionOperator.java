package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

import io.spate.engine.Engine;
import io.spate.engine.ObjectUri;
import io.spate.sink.ObjectLedger.Complete;
import io.spate.sink.SpateCommittable.PendingObject;
import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * Hears of all objects, deletes what they replace, and tells what is complete. Runs once in a job.
 *
 * <p>The first input are the objects as writers announce them, the second are the same as committers confirm them. At the
 * end of input Flink drops what committers send on after the last checkpoint. But it closes this only when they have done
 * their work, so what was announced is visible then.
 */
final class CompletionOperator extends AbstractStreamOperator<Void>
        implements TwoInputStreamOperator<
                        CommittableMessage<SpateCommittable>, CommittableMessage<SpateCommittable>, Void>,
                BoundedMultiInput {
    private static final long serialVersionUID = 1L;
    private static final LedgerEntrySerializer ENTRIES = new LedgerEntrySerializer();

    private final ObjectUri directory;
    private final AfterCommits after;
    private final EngineFactory engines;
    private transient ObjectLedger ledger;
    private transient ListState<byte[]> entryState;
    private transient Engine engine;
    private transient int inputsEnded;

    CompletionOperator(ObjectUri directory, AfterCommits after, EngineFactory engines) {
        this.directory = directory;
        this.after = after;
        this.engines = engines;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        ledger = new ObjectLedger(after);
        entryState = state(context, "objects");
        for (byte[] bytes : entryState.get()) {
            ledger.restore(SimpleVersionedSerialization.readVersionAndDeSerialize(ENTRIES, bytes), now());
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        engine = engines.open();
    }

    @Override
    public void processElement1(StreamRecord<CommittableMessage<SpateCommittable>> announced) {
        hear(announced.getValue(), ledger::announce);
    }

    @Override
    public void processElement2(StreamRecord<CommittableMessage<SpateCommittable>> committed) {
        hear(committed.getValue(), object -> ledger.add(object, now()));
    }

    /** Not called where the job is only stopped. */
    @Override
    public void endInput(int input) {
        inputsEnded++;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        ledger.seal(context.getCheckpointId(), now());
        entryState.update(bytes(ENTRIES, ledger.entries()));
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        write(ledger.takeSealed(checkpoint));
    }

    @Override
    public void close() throws Exception {
        try {
            if (inputsEnded == 2 && isHealthy()) {
                new Replacement(engine, directory, after.overwrite()).apply(ledger.objects());
                write(after.atEnd(ledger.takeAll(now())));
            }
            super.close();
        } finally {
            if (engine != null) {
                engine.close();
            }
        }
    }

    private boolean isHealthy() {
        return !getContainingTask().isFailing() && !getContainingTask().isCanceled();
    }

    private void hear(CommittableMessage<SpateCommittable> message, Consumer<VisibleObject> ear) {
        if (message instanceof CommittableWithLineage<SpateCommittable> object) {
            SpateCommittable committable = object.getCommittable();
            if (committable instanceof PendingObject pending) {
                ear.accept(pending.visible());
            } else if (committable instanceof VisibleObject visible) {
                ear.accept(visible);
            }
        }
    }

    private void write(List<Complete> all) throws IOException, InterruptedException {
        if (after.completion().isPresent()) {
            CompletionWriter writer =
                    new CompletionWriter(engine, directory, after.completion().get());
            for (Complete complete : all) {
                writer.write(complete);
            }
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
