package io.spate.it;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.Engine;
import io.spate.engine.IoStat;
import io.spate.engine.SpateOptions;
import io.spate.sink.Buckets;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;
import io.spate.sink.SpateSinkBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/** How many requests a job that writes costs: the fewest there can be. */
@Timeout(120)
final class SinkRequestCountTest {
    private static final int PART_SIZE = 5 << 20;
    /** With the line end. */
    private static final int LINE_LENGTH = 64 << 10;

    private static final int LINES_OF_A_PART = PART_SIZE / LINE_LENGTH;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private final Map<String, String> options = TestStore.options(
            "write.part-size", Integer.toString(PART_SIZE), TestStore.PROFILE, TestStore.OPEN_OVER_CHECKPOINTS);
    private String bucket;

    @BeforeEach
    void makeBucket() throws Exception {
        bucket = TestStore.newBucket();
    }

    /** The requests of one job. */
    private record Cost(long uploads, long parts, long puts, long heads, long others) {
        /** Objects by upload: each is begun, completed and verified. */
        static Cost ofUploads(int objects, int parts) {
            return new Cost(2L * objects, parts, 0, objects, 0);
        }
    }

    private interface Job {
        void run() throws Exception;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void write_objectOfSeveralParts_costsTheseAndTwoAndAHead(int parts) throws Exception {
        List<String> lines = lines(parts * LINES_OF_A_PART);

        assertThat(costOf(() -> WritingJob.write(lines, Types.STRING, sink().build())))
                .isEqualTo(Cost.ofUploads(1, parts));
        assertWritten(lines);
    }

    @Test
    void write_fourSmallObjectsExactlyOnce_costsAnUploadOfOnePartEach() throws Exception {
        List<String> lines = lines(40);
        SpateSink<String> sink = sink().bucketBy(
                        Buckets.field("digit", line -> Integer.parseInt(line.substring(0, 8)) % 4))
                .build();

        assertThat(costOf(() -> WritingJob.write(lines, Types.STRING, sink))).isEqualTo(Cost.ofUploads(4, 4));
        assertWritten(lines);
    }

    @Test
    void write_smallObjectAtLeastOnce_costsOnePut() throws Exception {
        List<String> lines = lines(LINES_OF_A_PART - 1);
        SpateSink<String> sink =
                sink().deliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE).build();

        assertThat(costOf(() -> WritingJob.write(lines, Types.STRING, sink))).isEqualTo(new Cost(0, 0, 1, 0, 0));
        assertWritten(lines);
    }

    @Test
    void write_withoutRecords_costsNothing() throws Exception {
        assertThat(costOf(() -> WritingJob.write(List.of("dropped"), Types.STRING, sink().build(), line -> false)))
                .isEqualTo(new Cost(0, 0, 0, 0, 0));
        assertWritten(List.of());
    }

    /** The tail is in the checkpoints, and so costs no request. */
    @Test
    void write_objectOverSeveralCheckpoints_costsNoMoreThanWithout(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        List<String> lines = lines(2 * LINES_OF_A_PART);
        Gate gate = new Gate();
        GatedLines.gate = gate;

        assertThat(costOf(() -> {
                    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
                    environment.setParallelism(1);
                    environment.enableCheckpointing(TimeUnit.DAYS.toMillis(1));
                    environment
                            .fromData(lines, Types.STRING)
                            .map(new GatedLines())
                            .sinkTo(sink().build());
                    JobClient client = environment.executeAsync("checkpoints");
                    gate.awaitStarts(1);
                    RunningJob job = new RunningJob(cluster, client.getJobID(), gate);
                    for (int i = 0; i < 4; i++) {
                        gate.allow(LINES_OF_A_PART / 3);
                        gate.awaitLeft(0);
                        job.checkpoint();
                    }
                    gate.allow(lines.size());
                    client.getJobExecutionResult().get(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
                }))
                .isEqualTo(Cost.ofUploads(1, 2));
        assertWritten(lines);
    }

    private SpateSinkBuilder<String> sink() {
        return SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .options(options);
    }

    /** Counts in the engine that the job shares with this test. */
    private Cost costOf(Job job) throws Exception {
        try (Engine engine = Engine.open(SpateOptions.of(options))) {
            job.run();
            long others = 0;
            for (IoStat stat :
                    List.of(IoStat.LIST_REQUESTS, IoStat.GET_REQUESTS, IoStat.COPY_REQUESTS, IoStat.DELETE_REQUESTS)) {
                others += engine.stats().get(stat);
            }
            return new Cost(
                    engine.stats().get(IoStat.UPLOAD_REQUESTS),
                    engine.stats().get(IoStat.PART_REQUESTS),
                    engine.stats().get(IoStat.PUT_REQUESTS),
                    engine.stats().get(IoStat.HEAD_REQUESTS),
                    others);
        }
    }

    private void assertWritten(List<String> lines) throws Exception {
        try (StoredObjects objects = new StoredObjects(bucket)) {
            assertThat(objects.lines()).containsExactlyInAnyOrderElementsOf(lines);
        }
    }

    private static List<String> lines(int count) {
        return IntStream.range(0, count)
                .mapToObj("%08d"::formatted)
                .map(number -> number + "x".repeat(LINE_LENGTH - 1 - number.length()))
                .toList();
    }
}
