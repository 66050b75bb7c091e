package io.spate.it;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.flink.test.util.MiniClusterWithClientResource;

/** A cluster whose TaskManagers and JobManager can be killed, and whose jobs are restarted at once each time. */
final class KillableCluster implements Closeable {
    private final List<Integer> taskManagers = new ArrayList<>();
    private final MiniClusterWithClientResource cluster;
    private int taskManagersStarted;

    private KillableCluster(MiniClusterWithClientResource cluster) {
        this.cluster = cluster;
    }

    static KillableCluster start(int taskManagers, int slotsOfEach) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        // The slots of a JobManager that was killed are free again after this time.
        configuration.set(TaskManagerOptions.SLOT_TIMEOUT, Duration.ofSeconds(2));
        // A slot that the ResourceManager has lost track of meanwhile comes back with the next heartbeat.
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
        KillableCluster started =
                new KillableCluster(new MiniClusterWithClientResource(new MiniClusterResourceConfiguration.Builder()
                        .setConfiguration(configuration)
                        .setNumberTaskManagers(taskManagers)
                        .setNumberSlotsPerTaskManager(slotsOfEach)
                        .withHaLeadershipControl()
                        .build()));
        started.cluster.before();
        for (int i = 0; i < taskManagers; i++) {
            started.taskManagers.add(i);
        }
        started.taskManagersStarted = taskManagers;
        return started;
    }

    MiniCluster miniCluster() {
        return cluster.getMiniCluster();
    }

    /** Where jobs are made that take checkpoints when they are told to. */
    StreamExecutionEnvironment environment(int parallelism) {
        StreamExecutionEnvironment environment = new TestStreamEnvironment(miniCluster(), parallelism);
        environment.enableCheckpointing(TimeUnit.DAYS.toMillis(1));
        return environment;
    }

    /** Kills one of the TaskManagers, and starts another. */
    void killTaskManager(Random random) throws Exception {
        int victim = taskManagers.remove(random.nextInt(taskManagers.size()));
        miniCluster().terminateTaskManager(victim).get(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        miniCluster().startTaskManager();
        taskManagers.add(taskManagersStarted);
        taskManagersStarted++;
    }

    @Override
    public void close() {
        cluster.after();
    }
}
