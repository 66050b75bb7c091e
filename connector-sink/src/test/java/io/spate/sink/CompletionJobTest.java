package io.spate.sink;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Manifests and success files of jobs. */
@Timeout(120)
class CompletionJobTest {
    private static final MemoryStore STORE = new MemoryStore();
    private static final int RECORDS = 2000;

    /** Buckets of the store whose first manifest is refused. */
    private static final Set<String> REFUSING = ConcurrentHashMap.newKeySet();

    private static final CompletableFuture<Void> EARLY = new CompletableFuture<>();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberSlotsPerTaskManager(3)
            .build());

    @ParameterizedTest
    @CsvSource({
        "STREAMING, EXACTLY_ONCE, JOB",
        "STREAMING, AT_LEAST_ONCE, BUCKET",
        "STREAMING, EXACTLY_ONCE, BUCKET",
        "STREAMING, AT_LEAST_ONCE, JOB",
        "BATCH, EXACTLY_ONCE, JOB",
        "BATCH, AT_LEAST_ONCE, BUCKET"
    })
    void sinkTo_jobThatEnds_namesEachObjectOnce(
            RuntimeExecutionMode mode, DeliveryGuarantee guarantee, Completion.Scope scope) throws Exception {
        String bucket = mode.name() + guarantee.name() + scope.name();
        StreamExecutionEnvironment env = environment("none");
        env.setRuntimeMode(mode);
        numbers(env).sinkTo(sink(bucket, guarantee, completion(scope)));
        env.execute();

        assertComplete(bucket, scope);
    }

    @Test
    void sinkTo_streamWithoutCheckpoints_namesEachObjectOnce() throws Exception {
        StreamExecutionEnvironment env = environment("none");
        env.getCheckpointConfig().disableCheckpointing();
        numbers(env).sinkTo(sink("unchecked", DeliveryGuarantee.EXACTLY_ONCE, Completion.ofJob()));
        env.execute();

        assertComplete("unchecked", Completion.Scope.JOB);
    }

    @ParameterizedTest
    @CsvSource({"STREAMING, JOB", "STREAMING, BUCKET", "BATCH, JOB"})
    void sinkTo_manifestThatFailsAfterTheCommit_isWrittenByTheNextAttempt(
            RuntimeExecutionMode mode, Completion.Scope scope) throws Exception {
        String bucket = "refusing" + mode.name() + scope.name();
        REFUSING.add(bucket);
        StreamExecutionEnvironment env = environment("fixed-delay");
        env.setRuntimeMode(mode);
        numbers(env).sinkTo(sink(bucket, DeliveryGuarantee.EXACTLY_ONCE, completion(scope)));
        env.execute();

        assertThat(REFUSING).doesNotContain(bucket);
        assertComplete(bucket, scope);
    }

    @Test
    void sinkTo_jobThatFailsAgainAndAgain_namesEachObjectOnce() throws Exception {
        StreamExecutionEnvironment env = environment("fixed-delay");
        env.fromSource(
                        new DataGeneratorSource<>(
                                index -> index, RECORDS, RateLimiterStrategy.perSecond(2000), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new FailingAfterCheckpoints("CompletionJobTest"))
                .sinkTo(sink("failing", DeliveryGuarantee.EXACTLY_ONCE, Completion.ofJob()));
        env.execute();

        assertComplete("failing", Completion.Scope.JOB);
    }

    @Test
    void sinkTo_jobThatFails_tellsNothing() throws Exception {
        StreamExecutionEnvironment env = environment("none");
        numbers(env)
                .map(record -> {
                    if (record.equals("7")) {
                        throw new IllegalStateException("planned failure");
                    }
                    return record;
                })
                .returns(Types.STRING)
                .sinkTo(sink("failed", DeliveryGuarantee.AT_LEAST_ONCE, Completion.ofJob()));
        assertThatThrownBy(env::execute).hasStackTraceContaining("planned failure");

        assertThat(objects("failed").keySet()).noneMatch(CompletionJobTest::isTold);
    }

    @Test
    void sinkTo_bucketThatIsIdle_isToldWhileTheJobGoesOn() throws Exception {
        StreamExecutionEnvironment env = environment("none");
        env.fromSource(
                        new DataGeneratorSource<>(
                                index -> index, Long.MAX_VALUE, RateLimiterStrategy.perSecond(2000), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new EarlyAndLate())
                .sinkTo(sink("idle", DeliveryGuarantee.EXACTLY_ONCE, Completion.ofBuckets(Duration.ofSeconds(2))));
        JobClient job = env.executeAsync();
        EARLY.get(60, TimeUnit.SECONDS);
        job.cancel().get(60, TimeUnit.SECONDS);

        Map<String, ObjectInfo> objects = objects("idle");
        assertThat(manifests("idle")).hasSize(1);
        assertNamed("idle", objects, "out/early/", manifests("idle").get(0), 3 * EarlyAndLate.EARLY_RECORDS);
        assertThat(objects).containsKey("out/early/_SUCCESS").doesNotContainKey("out/late/_SUCCESS");
    }

    @ParameterizedTest
    @EnumSource(
            value = RuntimeExecutionMode.class,
            names = {"STREAMING", "BATCH"})
    void sinkTo_sinkWithUid_givesOneToTheCompletion(RuntimeExecutionMode mode) {
        StreamExecutionEnvironment env = environment("none");
        env.setRuntimeMode(mode);
        SpateSink<String> sink = sink("uid", DeliveryGuarantee.EXACTLY_ONCE, Completion.ofJob());
        numbers(env).sinkTo(sink).uid("one");
        numbers(env).sinkTo(sink).uid("other");

        assertThat(env.getStreamGraph().getStreamNodes())
                .filteredOn(node -> node.getOperatorName().contains("Completion of spate://uid/out/"))
                .extracting(StreamNode::getTransformationUID)
                .containsExactlyInAnyOrder("one: completion", "other: completion");
    }

    /** Some records of each subtask are early, and then there are only late ones. */
    private static final class EarlyAndLate implements MapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private static final int EARLY_RECORDS = 50;

        private int records;

        @Override
        public String map(Long number) {
            return records++ < EARLY_RECORDS ? "early" : "late";
        }
    }

    private static StreamExecutionEnvironment environment(String restarts) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(Map.of(
                        "restart-strategy.type", restarts,
                        "restart-strategy.fixed-delay.attempts", "10",
                        "restart-strategy.fixed-delay.delay", "10 ms")));
        env.setParallelism(3);
        env.enableCheckpointing(50);
        return env;
    }

    private static DataStream<String> numbers(StreamExecutionEnvironment env) {
        return env.fromSequence(1, RECORDS).map(number -> Long.toString(number)).returns(Types.STRING);
    }

    private static Completion completion(Completion.Scope scope) {
        return scope == Completion.Scope.JOB ? Completion.ofJob() : Completion.ofBuckets(Duration.ofDays(1));
    }

    private static SpateSink<String> sink(String bucket, DeliveryGuarantee guarantee, Completion completion) {
        STORE.createBucket(bucket);
        return SpateSink.<String>builder()
                .path("spate://" + bucket + "/out")
                .format(SinkFormats.lines())
                .bucketBy(
                        (record, context) -> Character.isDigit(record.charAt(0)) ? "digit=" + record.charAt(0) : record)
                .rolling(Rolling.defaults().withMaxRecords(50).withMaxAge(Duration.ofMillis(200)))
                .deliveryGuarantee(guarantee)
                .completion(completion)
                .build(() -> Engine.over(
                        new FaultyStore(STORE, new Refusing()), SpateOptions.of(Map.of("memory", "32 MiB"))));
    }

    /** Refuses the first manifest of some buckets, and notices when the early ones are complete. */
    private static final class Refusing implements FaultyStore.Plan {
        @Override
        public void before(StoreRequest request) throws StoreException {
            ObjectUri uri = request.uri();
            if (isTold(uri.key()) && request.operation() == Operation.PUT && REFUSING.remove(uri.bucket())) {
                throw new StoreException(Kind.DENIED, request, "planned failure");
            }
        }

        @Override
        public void after(StoreRequest request) {
            if (request.uri().key().equals("out/early/_SUCCESS")) {
                EARLY.complete(null);
            }
        }
    }

    private static boolean isTold(String key) {
        return key.contains("/_");
    }

    private static void assertComplete(String bucket, Completion.Scope scope) throws Exception {
        Map<String, ObjectInfo> objects = objects(bucket);
        List<String> manifests = manifests(bucket);
        long successes = objects.keySet().stream()
                .filter(key -> key.endsWith("/_SUCCESS"))
                .count();
        if (scope == Completion.Scope.JOB) {
            assertThat(objects).containsKey("out/_SUCCESS");
            assertThat(manifests).hasSize(1);
            assertThat(successes).isEqualTo(1);
            assertNamed(bucket, objects, "out/", manifests.get(0), RECORDS);
        } else {
            assertThat(manifests).hasSize(9);
            assertThat(successes).isEqualTo(9);
            for (String manifest : manifests) {
                String below = manifest.substring(0, manifest.indexOf('_'));
                char digit = below.charAt(below.length() - 2);
                assertThat(objects).containsKey(below + "_SUCCESS");
                assertNamed(bucket, objects, below, manifest, digit == '1' ? 1111 : digit == '2' ? 112 : 111);
            }
        }
    }

    /** All objects below a directory are in its manifest as they are, in order. */
    private static void assertNamed(
            String bucket, Map<String, ObjectInfo> objects, String below, String manifest, long records)
            throws Exception {
        List<String> expected = new ArrayList<>();
        objects.forEach((key, info) -> {
            if (key.startsWith(below) && !isTold(key)) {
                expected.add(key + " " + info.length() + " " + info.etag());
            }
        });
        List<String> named = new ArrayList<>();
        long sum = 0;
        for (String line : text(bucket, manifest).lines().toList()) {
            JsonNode json = new ObjectMapper().readTree(line);
            String key = json.get("key").textValue();
            named.add(key + " " + json.get("size").longValue() + " "
                    + json.get("etag").textValue());
            assertThat(key).startsWith("out/" + json.get("bucket").textValue() + "/");
            assertThat(text(bucket, key).lines()).hasSize(json.get("records").intValue());
            sum += json.get("records").longValue();
        }
        assertThat(named).isEqualTo(expected);
        assertThat(sum).isEqualTo(records);
    }

    private static List<String> manifests(String bucket) throws Exception {
        Stream<String> keys = objects(bucket).keySet().stream();
        return keys.filter(key -> key.contains("/_manifest-")).toList();
    }

    private static String text(String bucket, String key) throws Exception {
        return new String(STORE.bytes(new ObjectUri(bucket, key)), StandardCharsets.UTF_8);
    }

    private static Map<String, ObjectInfo> objects(String bucket) throws Exception {
        Map<String, ObjectInfo> found = new TreeMap<>();
        ObjectLister objects = new ObjectLister(STORE, PathPattern.parse("spate://" + bucket + "/"), "");
        while (!objects.isDone()) {
            objects.nextPage().forEach(info -> found.put(info.uri().key(), info));
        }
        return found;
    }
}
