package io.spate.it;

import java.util.BitSet;
import java.util.TreeMap;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Remembers in its state which lines it has seen, and enters that into a {@link Ledger} once a checkpoint is complete.
 * It runs in the JVM of the test, whose ledger and lines it uses.
 */
final class WatchedLines extends RichMapFunction<String, String> implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;

    /** Those of the job that runs. */
    static volatile Ledger ledger;

    static volatile NumberedLines lines;

    private transient ListState<byte[]> state;
    private transient BitSet seen;
    private transient BitSet known;
    private transient TreeMap<Long, BitSet> uncommitted;

    @Override
    public void open(OpenContext context) {
        uncommitted = new TreeMap<>();
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("seen", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        seen = new BitSet();
        for (byte[] bits : state.get()) {
            seen.or(BitSet.valueOf(bits));
        }
        known = (BitSet) seen.clone();
    }

    @Override
    public String map(String line) {
        int number = NumberedLines.numberOf(line);
        if (!line.equals(lines.line(number))) {
            ledger.complain("not as written: " + line);
        }
        if (seen.get(number)) {
            ledger.complain("came twice: " + line);
        }
        seen.set(number);
        return line;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        state.clear();
        state.add(seen.toByteArray());
        uncommitted.put(context.getCheckpointId(), (BitSet) seen.clone());
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        BitSet complete = uncommitted.get(checkpoint);
        if (complete != null) {
            BitSet fresh = (BitSet) complete.clone();
            fresh.andNot(known);
            known = complete;
            ledger.commit(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), complete, fresh);
            uncommitted.headMap(checkpoint, true).clear();
        }
    }
}
