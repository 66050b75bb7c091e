package io.spate.it;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Stands before a sink, in one task with it, and hears before it of complete checkpoints: so that it can fail between what
 * the sink has prepared and its commit.
 */
final class FailingBeforeCommit extends RichMapFunction<String, String> implements CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final AtomicReference<Optional<CompletableFuture<Long>>> ARMED =
            new AtomicReference<>(Optional.empty());

    /** The first task that hears of the next complete checkpoint will fail, and tell of which one. */
    static CompletableFuture<Long> arm() {
        CompletableFuture<Long> failed = new CompletableFuture<>();
        ARMED.set(Optional.of(failed));
        return failed;
    }

    @Override
    public String map(String line) {
        return line;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        Optional<CompletableFuture<Long>> armed = ARMED.getAndSet(Optional.empty());
        if (armed.isPresent()) {
            armed.get().complete(checkpoint);
            throw new IllegalStateException("checkpoint " + checkpoint + " was chosen to fail before its commit");
        }
    }
}
