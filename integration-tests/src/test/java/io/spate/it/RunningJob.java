package io.spate.it;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** What a test does to its job from outside. */
record RunningJob(MiniCluster cluster, JobID id, Gate gate) {
    private static final long STEP_MILLIS = 10;

    /**
     * Completes a checkpoint. While it is under way, records go on to pass the gate one by one: a subtask that is held up
     * there takes part in the checkpoint between two of them.
     *
     * @return its id
     */
    long checkpoint() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Gate.LONGEST_WAIT_SECONDS);
        Exception last = null;
        CompletableFuture<Long> checkpoint = trigger();
        while (System.nanoTime() < end) {
            try {
                return checkpoint.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                gate.allowWaiting();
            } catch (ExecutionException e) {
                // It is declined for as long as subtasks are being restored.
                last = e;
                checkpoint = trigger();
            }
        }
        throw new IllegalStateException("no checkpoint was complete in time", last);
    }

    /** Takes checkpoints until something happens, which ones of them may make impossible to complete. */
    void checkpointUntil(CompletableFuture<?> event) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Gate.LONGEST_WAIT_SECONDS);
        CompletableFuture<Long> checkpoint = trigger();
        while (!event.isDone() && System.nanoTime() < end) {
            try {
                event.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                gate.allowWaiting();
                checkpoint = checkpoint.isDone() ? trigger() : checkpoint;
            }
        }
        if (!event.isDone()) {
            throw new TimeoutException("no checkpoint has brought about what was waited for");
        }
    }

    /** Ends the JobManager's part of the job. The enumerator comes back from its checkpoint as all else does. */
    void killJobManager() throws Exception {
        HaLeadershipControl leadership = cluster.getHaLeadershipControl().orElseThrow();
        leadership.revokeJobMasterLeadership(id).get(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        leadership.grantJobMasterLeadership(id).get(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    }

    /** What comes of a savepoint. While it is under way, records go on to pass the gate as for a checkpoint. */
    <T> T await(CompletableFuture<T> savepoint) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Gate.LONGEST_WAIT_SECONDS);
        while (System.nanoTime() < end) {
            try {
                return savepoint.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                gate.allowWaiting();
            }
        }
        throw new TimeoutException("no savepoint was complete in time");
    }

    private CompletableFuture<Long> trigger() {
        Executor soon = CompletableFuture.delayedExecutor(STEP_MILLIS, TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(() -> {}, soon)
                .thenCompose(ignored -> cluster.triggerCheckpoint(id, CheckpointType.FULL));
    }
}
