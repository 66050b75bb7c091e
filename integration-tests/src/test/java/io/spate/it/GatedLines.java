package io.spate.it;

import java.util.OptionalLong;

import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Holds lines up at the gate of a test, which is in the same JVM. It runs on the thread of the source, and so holds that up
 * in the middle of what it has fetched.
 */
final class GatedLines extends RichMapFunction<String, String> implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    /** The gate of the job that runs. */
    static volatile Gate gate;

    @Override
    public void initializeState(FunctionInitializationContext context) {
        OptionalLong checkpoint = context.getRestoredCheckpointId();
        checkpoint.ifPresentOrElse(gate::restored, gate::started);
    }

    @Override
    public String map(String line) throws Exception {
        gate.pass();
        return line;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {}
}
