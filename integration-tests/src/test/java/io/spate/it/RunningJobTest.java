package io.spate.it;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class RunningJobTest {
    private static final long RECORDS = 2000;

    @Test
    void awaitEnd_checkpointAtTheEndIsDeclined_takesAnother() throws Exception {
        try (KillableCluster cluster = KillableCluster.start(1, 2)) {
            LateSubtask.prepare();
            StreamExecutionEnvironment environment = cluster.environment(2);
            environment.fromSequence(1, RECORDS).map(new LateSubtask()).sinkTo(new DiscardingSink<>());
            JobClient client = environment.executeAsync("one subtask is late");

            new RunningJob(cluster.miniCluster(), client.getJobID(), new Gate())
                    .awaitEnd(client.getJobExecutionResult(), Gate.LONGEST_WAIT_SECONDS);

            assertThat(LateSubtask.sawDeclined()).isTrue();
        }
    }
}
