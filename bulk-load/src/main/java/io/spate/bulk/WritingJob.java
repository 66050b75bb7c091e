package io.spate.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import io.spate.engine.SpateOptions;
import io.spate.examples.EventsToObjects;
import io.spate.sink.Compression;
import io.spate.sink.Rolling;

/**
 * A Flink job that writes events to objects, on a cluster in this process that loses a TaskManager on the way. The job
 * takes some checkpoints however many events there are, so that there is a middle in which that can happen.
 */
final class WritingJob {
    static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(500);

    private static final int CHECKPOINTS = 8;
    /** So many full objects there would be if all were in one bucket. */
    private static final int OBJECTS = 80;

    private static final Duration RESTART_DELAY = Duration.ofMillis(100);
    private static final int LIMIT_SECONDS = 120;
    private static final long TICK_MILLIS = 50;
    private static final double MILLIS_PER_SECOND = 1e3;

    /**
     * How a job went.
     *
     * @param restarts how often a task was started again, of the task where that was most often
     * @param restoredCheckpoint the id of the last checkpoint that tasks were restored from
     * @param seconds since the job was started, without the start of the cluster it runs in
     */
    record Result(int restarts, long restoredCheckpoint, double seconds) {}

    private final SpateOptions options;
    private final String path;
    private final int events;
    private final int parallelism;
    private final Compression compression;

    /** @param path where objects appear */
    WritingJob(SpateOptions options, String path, int events, int parallelism, Compression compression) {
        this.options = options;
        this.path = path;
        this.events = events;
        this.parallelism = parallelism;
        this.compression = compression;
    }

    /**
     * Runs the job to its end.
     *
     * @param visible how many objects there are
     * @param killed called when a TaskManager was killed
     */
    @SuppressWarnings("try") // closing the cluster may be interrupted, and then the demo fails
    Result run(LongSupplier visible, Runnable killed) throws Exception {
        try (TemporaryDirectory temporary = TemporaryDirectory.create("spate-flink")) {
            Configuration configuration = configuration(temporary.path());
            try (MiniCluster cluster = cluster(configuration)) {
                cluster.start();
                JobGraph graph = graph(configuration);
                cluster.submitJob(graph).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                return await(cluster, graph.getJobID(), visible, killed);
            }
        }
    }

    private static Configuration configuration(Path temporary) {
        Configuration configuration = LocalFlink.in(temporary);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                temporary.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, RESTART_DELAY);
        return configuration;
    }

    /** Two TaskManagers with half of the tasks each, or one with the only task. */
    private MiniCluster cluster(Configuration configuration) {
        int taskManagers = Math.min(2, parallelism);
        return new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager((parallelism + taskManagers - 1) / taskManagers)
                .build());
    }

    private JobGraph graph(Configuration configuration) {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        Rolling rolling = Rolling.defaults().withMaxRecords(events / OBJECTS);
        EventsToObjects.write(
                EventsToObjects.events(environment, events, events / CHECKPOINTS),
                path,
                rolling,
                compression,
                options.asMap());
        return environment.getStreamGraph().getJobGraph();
    }

    private static Result await(MiniCluster cluster, JobID job, LongSupplier visible, Runnable killed)
            throws Exception {
        CompletableFuture<JobResult> end = cluster.requestJobResult(job);
        while (visible.getAsLong() == 0) {
            if (isOver(end)) {
                throw new IOException("the job ended before a TaskManager could be killed");
            }
        }
        cluster.terminateTaskManager(0).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        killed.run();
        cluster.startTaskManager();
        JobResult result = end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        long millis =
                result.toJobExecutionResult(WritingJob.class.getClassLoader()).getNetRuntime(TimeUnit.MILLISECONDS);
        AccessExecutionGraph graph = cluster.getExecutionGraph(job).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return new Result(restarts(graph), restoredCheckpoint(graph), millis / MILLIS_PER_SECOND);
    }

    /** Whether the job has ended, asked no more than some times in a second. */
    private static boolean isOver(CompletableFuture<JobResult> end) throws Exception {
        try {
            JobResult result = end.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
            result.toJobExecutionResult(WritingJob.class.getClassLoader());
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static int restarts(AccessExecutionGraph graph) {
        int most = 0;
        Iterator<? extends AccessExecutionVertex> vertices =
                graph.getAllExecutionVertices().iterator();
        while (vertices.hasNext()) {
            most = Math.max(most, vertices.next().getCurrentExecutionAttempt().getAttemptNumber());
        }
        return most;
    }

    private static long restoredCheckpoint(AccessExecutionGraph graph) {
        return graph.getCheckpointStatsSnapshot().getLatestRestoredCheckpoint().getCheckpointId();
    }
}
