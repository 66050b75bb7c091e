package io.spate.it;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.CheckpointStatsCounts;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.FailedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** What a test does to its job from outside. */
record RunningJob(MiniCluster cluster, JobID id, Gate gate) {
    private static final long STEP_MILLIS = 10;
    private static final long END_STEP_MILLIS = 1000;

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

    /**
     * Waits until the job has ended, and takes checkpoints in the meantime. Flink takes one when all subtasks are at the
     * end of their data, and none of them ends without; but it does so only once. If that checkpoint is declined, as it is
     * while a subtask closes that an earlier one has let go, the others wait for the next: a day, by the interval of these
     * jobs.
     *
     * @param end the result of the job
     */
    void awaitEnd(CompletableFuture<?> end, long seconds) throws Exception {
        long last = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        CompletableFuture<Long> checkpoint = CompletableFuture.completedFuture(0L);
        while (System.nanoTime() < last) {
            try {
                end.get(END_STEP_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                checkpoint = checkpoint.isDone() ? trigger() : checkpoint;
            }
        }
        throw new TimeoutException("the job did not end in " + seconds + " seconds: " + describe());
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

    /** What may tell why it goes on. */
    private String describe() throws Exception {
        AccessExecutionGraph graph =
                cluster.getArchivedExecutionGraph(id).get(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        List<ExecutionState> subtasks = new ArrayList<>();
        graph.getAllExecutionVertices().forEach(subtask -> subtasks.add(subtask.getExecutionState()));
        CheckpointStatsSnapshot checkpoints = graph.getCheckpointStatsSnapshot();
        CheckpointStatsCounts counts = checkpoints.getCounts();
        FailedCheckpointStats failed = checkpoints.getHistory().getLatestFailedCheckpoint();
        return "it is " + graph.getState() + ", its subtasks " + subtasks + ", " + gate.passed()
                + " records passed in " + gate.starts() + " attempts, " + counts.getNumberOfCompletedCheckpoints()
                + " checkpoints are complete, " + counts.getNumberOfInProgressCheckpoints() + " under way, "
                + counts.getNumberOfFailedCheckpoints() + " failed"
                + (failed == null ? "" : ", the last because " + failed.getFailureMessage());
    }

    private CompletableFuture<Long> trigger() {
        Executor soon = CompletableFuture.delayedExecutor(STEP_MILLIS, TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(() -> {}, soon)
                .thenCompose(ignored -> cluster.triggerCheckpoint(id, CheckpointType.FULL));
    }
}
