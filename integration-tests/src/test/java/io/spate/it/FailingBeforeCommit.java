package io.spate.it;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Stands before a sink, in one task with it, and hears before it of complete checkpoints: so that it can fail between what
 * the sink has prepared and its commit.
 */
final class FailingBeforeCommit extends RichMapFunction<String, String> implements CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final AtomicBoolean ARMED = new AtomicBoolean();

    /** The first task that hears of the next complete checkpoint will fail. */
    static void arm() {
        ARMED.set(true);
    }

    @Override
    public String map(String line) {
        return line;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        if (ARMED.compareAndSet(true, false)) {
            throw new IllegalStateException("checkpoint " + checkpoint + " was chosen to fail before its commit");
        }
    }
}
