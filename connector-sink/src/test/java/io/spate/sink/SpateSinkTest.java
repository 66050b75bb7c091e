package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** The sink in jobs. */
@Timeout(120)
class SpateSinkTest {
    private static final MemoryStore STORE = new MemoryStore();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberSlotsPerTaskManager(2)
            .build());

    @ParameterizedTest
    @CsvSource({"STREAMING, EXACTLY_ONCE", "STREAMING, AT_LEAST_ONCE", "BATCH, EXACTLY_ONCE", "BATCH, AT_LEAST_ONCE"})
    void sinkTo_jobThatEnds_hasEveryRecordInOneObject(RuntimeExecutionMode mode, DeliveryGuarantee guarantee)
            throws Exception {
        String bucket = mode.name() + guarantee.name();
        SpateSink<String> sink = sink(bucket, guarantee);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(mode);
        env.setParallelism(2);
        env.enableCheckpointing(50);
        env.fromSequence(1, 5000)
                .map(number -> Long.toString(number))
                .returns(Types.STRING)
                .sinkTo(sink);
        env.execute();

        assertThat(lines(bucket))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 5000).mapToObj(Long::toString).toList());
        assertThat(STORE.openUploads())
                .noneMatch(upload -> upload.uri().bucket().equals(bucket));
    }

    @Test
    void sinkTo_jobThatFailsAgainAndAgain_hasEveryRecordInOneObject() throws Exception {
        SpateSink<String> sink = sink("failing", DeliveryGuarantee.EXACTLY_ONCE);
        Configuration restarts = Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "10",
                "restart-strategy.fixed-delay.delay", "10 ms"));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(restarts);
        env.setParallelism(2);
        env.enableCheckpointing(50);
        env.fromSource(
                        new DataGeneratorSource<>(
                                index -> index, 4000, RateLimiterStrategy.perSecond(2000), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new FailingAfterCheckpoints("SpateSinkTest"))
                .sinkTo(sink);
        env.execute();

        assertThat(FailingAfterCheckpoints.failures("SpateSinkTest")).hasPositiveValue();
        assertThat(lines("failing"))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 4000).mapToObj(Long::toString).toList());
    }

    private static SpateSink<String> sink(String bucket, DeliveryGuarantee guarantee) {
        STORE.createBucket(bucket);
        return SpateSink.<String>builder()
                .path("spate://" + bucket + "/out")
                .format(SinkFormats.lines())
                .bucketBy(Buckets.field("digit", record -> record.charAt(0)))
                .rolling(Rolling.defaults().withMaxRecords(100))
                .deliveryGuarantee(guarantee)
                .build(() -> Engine.over(STORE, SpateOptions.of(Map.of("memory", "32 MiB"))));
    }

    private static List<String> lines(String bucket) throws IOException {
        List<String> lines = new ArrayList<>();
        ObjectLister objects = new ObjectLister(STORE, PathPattern.parse("spate://" + bucket + "/out/"), "");
        while (!objects.isDone()) {
            for (ObjectInfo object : objects.nextPage()) {
                new String(STORE.bytes(object.uri()), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> {
                            assertThat(object.uri().key()).startsWith("out/digit=" + line.charAt(0) + "/");
                            lines.add(line);
                        });
            }
        }
        return lines;
    }
}
