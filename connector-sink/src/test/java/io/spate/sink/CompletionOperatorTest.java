package io.spate.sink;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.TwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PathPattern;
import io.spate.engine.PersistedObject;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException.Kind;
import io.spate.sink.SpateCommittable.PendingObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
@SuppressWarnings("try") // closing may be interrupted, and then the test fails
class CompletionOperatorTest {
    private static final ObjectUri DIRECTORY = new ObjectUri("bucket", "out/");
    private static final Completion BUCKETS = Completion.ofBuckets(Duration.ofMillis(100));

    private static MemoryStore store;
    private static AtomicInteger refusals;

    /** The job's end of its committers: what it tells, and what it had told when it failed. */
    @SuppressWarnings("try") // see above
    private static final class Harness
            extends TwoInputStreamOperatorTestHarness<
                    CommittableMessage<SpateCommittable>, CommittableMessage<SpateCommittable>, Void> {
        Harness(Completion completion, Optional<OperatorSubtaskState> restored) throws Exception {
            this(AfterCommits.telling(completion), restored);
        }

        Harness(AfterCommits after, Optional<OperatorSubtaskState> restored) throws Exception {
            super(new CompletionOperator(DIRECTORY, after, CompletionOperatorTest::engine));
            setup();
            if (restored.isPresent()) {
                initializeState(restored.get());
            }
            open();
        }

        /** What a writer sends with a checkpoint. */
        void announce(SpateCommittable... committables) throws Exception {
            processElement1(new StreamRecord<>(new CommittableSummary<>(0, 1, 1, committables.length, 0)));
            for (SpateCommittable committable : committables) {
                processElement1(new StreamRecord<>(new CommittableWithLineage<>(committable, 1, 0)));
            }
        }

        /** What a committer sends on with a checkpoint. */
        void confirm(SpateCommittable... committables) throws Exception {
            processElement2(new StreamRecord<>(new CommittableSummary<>(0, 1, 1, committables.length, 0)));
            for (SpateCommittable committable : committables) {
                processElement2(new StreamRecord<>(new CommittableWithLineage<>(committable, 1, 0)));
            }
        }

        void end() throws Exception {
            endInput1();
            assertThat(told()).isEmpty();
            endInput2();
        }
    }

    @BeforeEach
    void newStore() {
        store = new MemoryStore();
        store.createBucket("bucket");
        refusals = new AtomicInteger();
    }

    @Test
    void job_end_namesAllAndSucceeds() throws Exception {
        try (Harness job = new Harness(Completion.ofJob(), Optional.empty())) {
            job.announce(object("y/2"), object("x/1"), object("x/3"));
            job.confirm(object("x/1"));
            job.end();
            assertThat(told()).isEmpty();
        }
        assertThat(manifest("out/")).containsExactly("x/1", "x/3", "y/2");
        assertThat(told()).contains("out/_SUCCESS").hasSize(2);
    }

    @Test
    void job_closedBeforeItsEnd_tellsNothing() throws Exception {
        try (Harness job = new Harness(Completion.ofJob(), Optional.empty())) {
            job.announce(object("x/1"));
            job.confirm(object("x/1"));
            job.endInput1();
        }
        assertThat(told()).isEmpty();
    }

    @Test
    void job_manifestThatFails_isWrittenByTheNextAttempt() throws Exception {
        OperatorSubtaskState state;
        Harness failing = new Harness(Completion.ofJob(), Optional.empty());
        failing.announce(object("x/1"), object("x/2"));
        failing.confirm(object("x/1"));
        state = failing.snapshot(1, 0);
        failing.end();
        refusals.set(1);
        assertThatThrownBy(failing::close).hasMessageContaining("_manifest-");
        assertThat(told()).isEmpty();
        try (Harness job = new Harness(Completion.ofJob(), Optional.of(state))) {
            job.end();
        }
        assertThat(manifest("out/")).containsExactly("x/1", "x/2");
        assertThat(told()).contains("out/_SUCCESS").hasSize(2);
    }

    @Test
    void buckets_idle_areToldWhenTheCheckpointIsComplete() throws Exception {
        try (Harness job = new Harness(BUCKETS, Optional.empty())) {
            job.setProcessingTime(1000);
            job.confirm(object("x/1"), object("x/2"));
            job.setProcessingTime(1050);
            job.announce(object("y/1"));
            job.setProcessingTime(1100);
            OperatorSubtaskState unused = job.snapshot(1, 0);
            assertThat(told()).isEmpty();
            job.notifyOfCompletedCheckpoint(1);
            assertThat(told()).containsExactly("out/x/_SUCCESS", manifestKey("out/x/"));
            assertThat(manifest("out/x/")).containsExactly("x/1", "x/2");

            job.endInput1();
            job.endInput2();
        }
        assertThat(manifest("out/y/")).containsExactly("y/1");
        assertThat(told()).hasSize(4);
    }

    @Test
    void buckets_failureAfterTheCheckpoint_tellsTheSameAgain() throws Exception {
        OperatorSubtaskState state;
        try (Harness job = new Harness(BUCKETS, Optional.empty())) {
            job.confirm(object("x/1"));
            job.setProcessingTime(1000);
            state = job.snapshot(1, 0);
            job.notifyOfCompletedCheckpoint(1);
        }
        try (Harness job = new Harness(BUCKETS, Optional.of(state))) {
            job.confirm(object("x/2"));
            job.setProcessingTime(99);
            OperatorSubtaskState unused = job.snapshot(2, 0);
            job.notifyOfCompletedCheckpoint(2);
            assertThat(told()).containsExactly("out/x/_SUCCESS", manifestKey("out/x/"));
            assertThat(manifest("out/x/")).containsExactly("x/1");

            job.endInput1();
            job.endInput2();
        }
        assertThat(told()).hasSize(3);
    }

    @Test
    void atLeastOnce_visibleObjects_areNamed() throws Exception {
        try (Harness job = new Harness(BUCKETS.withoutSuccessFile(), Optional.empty())) {
            job.announce(object("x/1").visible());
            job.end();
        }
        assertThat(manifest("out/x/")).containsExactly("x/1");
        assertThat(told()).hasSize(1);
    }

    @Test
    void overwrite_end_deletesWhatWasThereAndThenTells() throws Exception {
        object("x/old");
        AfterCommits after = new AfterCommits(Optional.of(Completion.ofJob()), Overwrite.written());
        try (Harness job = new Harness(after, Optional.empty())) {
            job.announce(object("x/1"), object("x/2"));
            job.confirm(object("x/1"));
            job.end();
            assertThat(exists("out/x/old")).isTrue();
        }
        assertThat(exists("out/x/old")).isFalse();
        assertThat(manifest("out/")).containsExactly("x/1", "x/2");
    }

    @Test
    void overwrite_closedBeforeItsEnd_deletesNothing() throws Exception {
        object("x/old");
        AfterCommits after = new AfterCommits(Optional.empty(), Overwrite.all());
        try (Harness job = new Harness(after, Optional.empty())) {
            job.announce(object("x/1"));
            job.endInput1();
        }
        assertThat(exists("out/x/old")).isTrue();
    }

    /** An object of two records that is visible. Its bucket is what comes before the slash. */
    private static PendingObject object(String name) {
        ObjectInfo info = store.put(DIRECTORY.withKey("out/" + name), name.getBytes(StandardCharsets.UTF_8));
        PersistedObject object = new PersistedObject(
                info.uri(), "m", ObjectAttributes.NONE, Optional.empty(), name.getBytes(StandardCharsets.UTF_8));
        assertThat(new PendingObject(object, "b", 2).visible().records()).isEqualTo(OptionalLong.of(2));
        return new PendingObject(object, name.substring(0, name.indexOf('/')), 2);
    }

    private static boolean exists(String key) throws Exception {
        return !store.list(ListRequest.below(DIRECTORY.withKey(key))).objects().isEmpty();
    }

    private static Engine engine() {
        FaultyStore refusing = new FaultyStore(
                store,
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> request.operation() == Operation.PUT && refusals.getAndDecrement() > 0));
        return Engine.over(refusing, SpateOptions.of(Map.of("memory", "32 MiB")));
    }

    /** The names in the manifest of a directory. */
    private static List<String> manifest(String below) throws Exception {
        return new String(store.bytes(DIRECTORY.withKey(manifestKey(below))), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\\{\"key\":\"out/([^\"]*)\".*\"records\":2.*", "$1"))
                .toList();
    }

    private static String manifestKey(String below) throws Exception {
        Stream<String> keys = told().stream().filter(key -> key.startsWith(below + "_manifest-"));
        return keys.findFirst().orElseThrow();
    }

    private static List<String> told() throws Exception {
        List<String> keys = new ArrayList<>();
        ObjectLister objects = new ObjectLister(store, PathPattern.parse("spate://bucket/"), "");
        while (!objects.isDone()) {
            objects.nextPage().stream()
                    .map(info -> info.uri().key())
                    .filter(key -> key.contains("/_"))
                    .forEach(keys::add);
        }
        return keys;
    }
}
