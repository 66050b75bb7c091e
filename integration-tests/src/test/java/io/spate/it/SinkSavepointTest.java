package io.spate.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.sink.Bucketing;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;

import static org.assertj.core.api.Assertions.assertThat;

/** Jobs that write are stopped with a savepoint, and others begin where they were; jobs that end by themselves. */
@Timeout(300)
final class SinkSavepointTest {
    private static final int SLOTS = 4;
    private static final int LINES = 3000;
    private static final long LONGEST_END_SECONDS = 120;
    private static final long FOREVER = Long.MAX_VALUE / 2;

    /** The lines that went to the sink since the last look. */
    private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

    private static KillableCluster cluster;
    private static StoreFront front;

    private BucketedLines lines = new BucketedLines(1, 20, 2);
    private String bucket;
    private StoredObjects objects;

    @TempDir
    private Path savepoints;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = KillableCluster.start(1, SLOTS);
        front = StoreFront.withSmallParts(StoreFront.Repeated.IS_UNKNOWN);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
        front.close();
    }

    @BeforeEach
    void makeBucket() throws IOException {
        bucket = TestStore.newBucket();
        objects = new StoredObjects(bucket);
    }

    @AfterEach
    void close() {
        objects.close();
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "4, 1", "3, 3"})
    void restore_atAnotherParallelism_leavesEveryLineOnce(int before, int after) throws Exception {
        String savepoint = stopInTheMiddle(before);

        runToTheEnd(after, savepoint);

        assertThat(copies().values()).hasSize(LINES).containsOnly(1);
        assertThat(front.openUploads()).isZero();
    }

    /** One bucket is one open object, so that three of four writers begin with nothing. */
    @Test
    void restore_withoutStateForSomeWriters_leavesEveryLineOnce() throws Exception {
        lines = new BucketedLines(1, 1, 1);
        String savepoint = stopInTheMiddle(1);

        runToTheEnd(SLOTS, savepoint);

        assertThat(copies().values()).hasSize(LINES).containsOnly(1);
    }

    /** What was written up to the savepoint is there once, and what came after it once for each run. */
    @Test
    void restore_twiceFromOneSavepoint_leavesTheLinesBeforeItOnce() throws Exception {
        String savepoint = stopInTheMiddle(2);
        WRITTEN.clear();
        runToTheEnd(2, savepoint);
        Set<String> later = Set.copyOf(WRITTEN);

        runToTheEnd(3, savepoint);

        assertThat(later).hasSizeBetween(1, LINES - 1);
        assertThat(copies())
                .hasSize(LINES)
                .allSatisfy((line, copies) -> assertThat(copies).as(line).isEqualTo(later.contains(line) ? 2 : 1));
    }

    @Test
    void stop_drained_leavesNothingOpen() throws Exception {
        WRITTEN.clear();
        Gate gate = newGate();
        JobClient client = job(2).executeAsync("drained");
        gate.allow(LINES / 2);
        gate.awaitLeft(0);

        stop(client, gate, true);

        assertThat(copies().keySet()).isEqualTo(WRITTEN).hasSizeGreaterThanOrEqualTo(LINES / 2);
        assertThat(front.openUploads()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = RuntimeExecutionMode.class,
            names = {"STREAMING", "BATCH"})
    void run_jobThatEnds_leavesEveryLineOnceAndNothingOpen(RuntimeExecutionMode mode) throws Exception {
        newGate().allow(FOREVER);
        StreamExecutionEnvironment environment = job(2);
        environment.setRuntimeMode(mode);

        end(environment.executeAsync("ends in mode " + mode));

        assertThat(copies().values()).hasSize(LINES).containsOnly(1);
        assertThat(front.openUploads()).isZero();
    }

    /** Runs a job up to the middle, with a checkpoint on the way. */
    private String stopInTheMiddle(int parallelism) throws Exception {
        Gate gate = newGate();
        JobClient client = job(parallelism).executeAsync("up to the middle");
        gate.awaitStarts(parallelism);
        gate.allow(LINES / 4);
        gate.awaitLeft(0);
        new RunningJob(cluster.miniCluster(), client.getJobID(), gate).checkpoint();
        gate.allow(LINES / 4);
        gate.awaitLeft(0);
        return stop(client, gate, false);
    }

    private String stop(JobClient client, Gate gate, boolean drained) throws Exception {
        String savepoint = new RunningJob(cluster.miniCluster(), client.getJobID(), gate)
                .await(client.stopWithSavepoint(drained, savepoints.toUri().toString(), SavepointFormatType.CANONICAL));
        end(client);
        return savepoint;
    }

    private void runToTheEnd(int parallelism, String savepoint) throws Exception {
        Gate gate = newGate();
        gate.allow(FOREVER);
        StreamExecutionEnvironment environment = job(parallelism);
        Configuration configuration = new Configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        environment.configure(configuration);
        JobClient client = environment.executeAsync("from the middle");
        new RunningJob(cluster.miniCluster(), client.getJobID(), gate)
                .awaitEnd(client.getJobExecutionResult(), LONGEST_END_SECONDS);
    }

    private static void end(JobClient client) throws Exception {
        client.getJobExecutionResult().get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }

    private static Gate newGate() {
        Gate gate = new Gate();
        GatedLines.gate = gate;
        return gate;
    }

    private StreamExecutionEnvironment job(int parallelism) {
        BucketedLines written = lines;
        SpateSink<String> sink = SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .bucketBy(bucketing(written))
                .options(front.options("profile", "oss", "write.part-size", "100 KiB"))
                .build();
        StreamExecutionEnvironment environment = cluster.environment(parallelism);
        DataStream<String> gated = environment
                .fromSequence(0, LINES - 1)
                .uid("numbers")
                .map(written::line)
                .uid("lines")
                .map(new GatedLines())
                .uid("gate");
        gated.keyBy(written::bucketOf)
                .map(new Remembering())
                .uid("remembering")
                .sinkTo(sink)
                .uid("sink");
        return environment;
    }

    private static Bucketing<String> bucketing(BucketedLines lines) {
        return (line, context) -> "b=" + lines.bucketOf(line);
    }

    /** Each visible line, and how often it is there. All are right. */
    private Map<String, Integer> copies() throws IOException {
        List<String> visible = objects.lines();
        assertThat(visible).allMatch(lines::isRight);
        return visible.stream().collect(Collectors.toMap(Function.identity(), line -> 1, Integer::sum));
    }

    private static final class Remembering implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String line) {
            WRITTEN.add(line);
            return line;
        }
    }
}
