package io.spate.it;

import java.util.Map;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.spate.engine.Engine;
import io.spate.engine.SpateOptions;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;

import static org.assertj.core.api.Assertions.assertThat;

/** A job that writes to more objects than its memory has parts for. */
@Timeout(120)
final class SinkBudgetTest {
    private static final int BUDGET = 64 << 20;
    private static final int BUCKETS = 64;
    private static final int LINE_LENGTH = 64 << 10;
    /** 2 MiB for each bucket: below a part, and twice the budget together. */
    private static final int LINES = 32 * BUCKETS;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    @Test
    void write_manyBuckets_staysWithinTheBudget() throws Exception {
        String bucket = TestStore.newBucket();
        Map<String, String> options = TestStore.options("memory", Integer.toString(BUDGET));
        SpateSink<String> sink = SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .bucketBy((line, context) -> "b=" + NumberedLines.numberOf(line) % BUCKETS)
                .options(options)
                .build();

        try (Engine engine = Engine.open(SpateOptions.of(options))) {
            StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
            environment.setParallelism(1);
            environment.enableCheckpointing(1000);
            environment.fromSequence(0, LINES - 1).map(SinkBudgetTest::line).sinkTo(sink);
            environment.execute("more buckets than memory");

            assertThat(engine.peakTransferMemory()).isBetween(BUDGET / 2L, (long) BUDGET);
            assertThat(engine.transferMemory()).isZero();
        }
        try (StoredObjects objects = new StoredObjects(bucket)) {
            assertThat(objects.lines())
                    .hasSize(LINES)
                    .doesNotHaveDuplicates()
                    .allMatch(line -> line.length() == LINE_LENGTH - 1);
        }
    }

    private static String line(long number) {
        String start = number + " ";
        return start + "x".repeat(LINE_LENGTH - 1 - start.length());
    }
}
