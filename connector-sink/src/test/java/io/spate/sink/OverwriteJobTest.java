package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectUri;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Batch jobs that replace what was there, and fail on the way. */
@Timeout(120)
class OverwriteJobTest {
    private static final ObjectUri OLD = new ObjectUri("bucket", "out/old");
    private static final long RECORDS = 1000;

    private static MemoryStore store;

    /** How many deletes, and how many tasks, are yet to fail. */
    private static final AtomicInteger DELETES_TO_FAIL = new AtomicInteger();

    private static final AtomicInteger TASKS_TO_FAIL = new AtomicInteger();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberSlotsPerTaskManager(2)
            .build());

    @BeforeEach
    void newStore() {
        store = new MemoryStore();
        store.createBucket("bucket");
        store.put(OLD, "old".getBytes(StandardCharsets.UTF_8));
        DELETES_TO_FAIL.set(0);
        TASKS_TO_FAIL.set(0);
    }

    @Test
    void overwrite_taskThatFails_leavesEachRecordOnceAndNothingOld() throws Exception {
        TASKS_TO_FAIL.set(1);

        job("fixed-delay").execute();

        assertThat(TASKS_TO_FAIL).hasNonPositiveValue();
        assertReplaced();
    }

    @Test
    void overwrite_deleteThatFails_isDoneByTheNextAttempt() throws Exception {
        DELETES_TO_FAIL.set(1);

        job("fixed-delay").execute();

        assertThat(DELETES_TO_FAIL).hasNonPositiveValue();
        assertReplaced();
    }

    @Test
    void overwrite_deletesThatFailAlways_failTheJobWithTheKeys() throws Exception {
        DELETES_TO_FAIL.set(Integer.MAX_VALUE);

        assertThatThrownBy(job("none")::execute).hasStackTraceContaining("spate://bucket/out/old");
        assertThat(keys()).contains("out/old");
        assertThat(lines()).contains("1", Long.toString(RECORDS));
    }

    @Test
    void overwrite_jobThatFailsBeforeItsEnd_deletesNothing() throws Exception {
        TASKS_TO_FAIL.set(Integer.MAX_VALUE);

        assertThatThrownBy(job("none")::execute).hasStackTraceContaining("planned failure");
        assertThat(keys()).contains("out/old");
    }

    private static StreamExecutionEnvironment job(String restarts) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(Map.of(
                        "restart-strategy.type", restarts,
                        "restart-strategy.fixed-delay.attempts", "10",
                        "restart-strategy.fixed-delay.delay", "10 ms")));
        env.setParallelism(2);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        env.fromSequence(1, RECORDS)
                .map(new FailingInTheMiddle())
                .returns(Types.STRING)
                .sinkTo(SpateSink.<String>builder()
                        .path("spate://bucket/out")
                        .format(SinkFormats.lines())
                        .overwrite(Overwrite.all())
                        .build(OverwriteJobTest::engine));
        return env;
    }

    private static final class FailingInTheMiddle implements MapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(Long number) {
            if (number == RECORDS / 2 + 100 && TASKS_TO_FAIL.getAndDecrement() > 0) {
                throw new IllegalStateException("planned failure");
            }
            return Long.toString(number);
        }
    }

    private static Engine engine() {
        FaultyStore refusing = new FaultyStore(
                store,
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> request.operation().name().startsWith("DELETE")
                                && DELETES_TO_FAIL.getAndDecrement() > 0));
        return Engine.over(refusing, SpateOptions.of(Map.of("memory", "32 MiB", "retry.deadline", "1 s")));
    }

    private static void assertReplaced() throws IOException {
        assertThat(keys()).doesNotContain("out/old");
        assertThat(lines()).hasSize((int) RECORDS).doesNotHaveDuplicates().contains("1", Long.toString(RECORDS));
    }

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String key : keys()) {
            byte[] bytes = store.bytes(OLD.withKey(key));
            new String(bytes, StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
        return lines;
    }

    private static List<String> keys() throws IOException {
        List<String> keys = new ArrayList<>();
        ObjectLister objects = new ObjectLister(store, PathPattern.parse("spate://bucket/"), "");
        while (!objects.isDone()) {
            objects.nextPage().forEach(info -> keys.add(info.uri().key()));
        }
        return keys;
    }
}
