package io.spate.sink;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectUri;
import io.spate.sink.ObjectLedger.Complete;
import io.spate.sink.ObjectLedger.Entry;
import io.spate.sink.SpateCommittable.VisibleObject;

import static org.assertj.core.api.Assertions.assertThat;

class ObjectLedgerTest {
    private static final Completion BUCKETS = Completion.ofBuckets(Duration.ofMillis(10));

    private final ObjectLedger job = new ObjectLedger(AfterCommits.telling(Completion.ofJob()));
    private final ObjectLedger buckets = new ObjectLedger(AfterCommits.telling(BUCKETS));

    @Test
    void takeSealed_announcedObject_waitsUntilItIsVisible() {
        buckets.announce(object("a", "a/1"));
        buckets.seal(7, 1000);
        assertThat(buckets.takeSealed(7)).isEmpty();
        buckets.add(object("a", "a/1"), 1000);
        buckets.seal(8, 1010);

        assertThat(buckets.takeSealed(8)).containsExactly(new Complete("a", List.of(object("a", "a/1"))));
        assertThat(buckets.entries()).isEmpty();
    }

    @Test
    void takeAll_announcedObjects_areAmongThem() {
        job.announce(object("a", "k"));
        job.announce(object("a", "l"));
        job.add(object("a", "l"), 1);
        ObjectLedger restored = new ObjectLedger(AfterCommits.telling(Completion.ofJob()));
        job.entries().forEach(entry -> restored.restore(entry, 2));

        for (ObjectLedger ledger : List.of(job, restored)) {
            assertThat(ledger.takeAll(3))
                    .containsExactly(new Complete("", List.of(object("a", "k"), object("a", "l"))));
        }
    }

    @Test
    void takeAll_job_isOneOfAllBucketsSortedByKey() {
        job.add(object("b", "out/b/\uD83D\uDE00"), 1);
        job.add(object("a", "out/c"), 1);
        job.add(object("b", "out/b/\uFFFD"), 1);
        job.add(object("a", "out/c"), 1);

        assertThat(job.takeAll(5000)).singleElement().satisfies(complete -> {
            assertThat(complete.bucket()).isEmpty();
            assertThat(complete.objects())
                    .extracting(object -> object.uri().key())
                    .containsExactly("out/b/\uFFFD", "out/b/\uD83D\uDE00", "out/c");
        });
        assertThat(job.entries()).isEmpty();
    }

    @Test
    void takeAll_jobWithoutObjects_isOneOfNone() {
        assertThat(job.takeAll(5000)).containsExactly(new Complete("", List.of()));
    }

    @Test
    void takeAll_bucketsWithoutObjects_isNothing() {
        assertThat(buckets.takeAll(5000)).isEmpty();
    }

    @Test
    void add_jobWithoutManifest_holdsNothing() {
        ObjectLedger success =
                new ObjectLedger(AfterCommits.telling(Completion.ofJob().withoutManifest()));
        success.announce(object("a", "k"));
        success.add(object("a", "k"), 1);
        assertThat(success.entries()).isEmpty();
        assertThat(success.takeAll(5000)).containsExactly(new Complete("", List.of()));
    }

    @Test
    void add_bucketsWithoutManifest_holdsOneOfEach() {
        ObjectLedger success = new ObjectLedger(AfterCommits.telling(BUCKETS.withoutManifest()));
        success.add(object("a", "k"), 1);
        success.add(object("a", "l"), 2);
        success.add(object("b", "m"), 3);
        assertThat(success.entries()).hasSize(2);
        assertThat(success.takeAll(5000))
                .containsExactlyInAnyOrder(new Complete("a", List.of()), new Complete("b", List.of()));
    }

    @Test
    void seal_idleBucket_isTakenWhenItsCheckpointIsComplete() {
        buckets.add(object("a", "a/1"), 100);
        buckets.add(object("b", "b/1"), 105);
        buckets.seal(7, 110);

        assertThat(buckets.takeSealed(6)).isEmpty();
        assertThat(buckets.takeSealed(7)).containsExactly(new Complete("a", List.of(object("a", "a/1"))));
        assertThat(buckets.takeSealed(8)).isEmpty();
        assertThat(buckets.takeAll(5000)).containsExactly(new Complete("b", List.of(object("b", "b/1"))));
    }

    @Test
    void seal_bucketThatGetsMoreMeanwhile_leavesThatForTheNext() {
        buckets.add(object("a", "a/1"), 100);
        buckets.seal(7, 110);
        buckets.add(object("a", "a/2"), 111);
        buckets.seal(8, 112);

        assertThat(buckets.takeSealed(8)).containsExactly(new Complete("a", List.of(object("a", "a/1"))));
        buckets.seal(9, 121);
        assertThat(buckets.takeSealed(9)).containsExactly(new Complete("a", List.of(object("a", "a/2"))));
    }

    @Test
    void seal_job_isNeverIdle() {
        job.add(object("a", "a/1"), 0);
        job.seal(1, Long.MAX_VALUE);
        assertThat(job.takeSealed(1)).isEmpty();
    }

    @Test
    void restore_whatWasSealed_isTakenAsItWas() {
        buckets.add(object("a", "a/1"), 100);
        buckets.seal(7, 110);
        buckets.add(object("a", "a/2"), 111);
        ObjectLedger restored = new ObjectLedger(AfterCommits.telling(BUCKETS));
        for (Entry entry : buckets.entries()) {
            restored.restore(entry, 1000);
        }
        restored.seal(8, 1009);

        assertThat(restored.takeSealed(8)).containsExactly(new Complete("a", List.of(object("a", "a/1"))));
        assertThat(restored.takeAll(5000)).containsExactly(new Complete("a", List.of(object("a", "a/2"))));
    }

    private static VisibleObject object(String bucket, String key) {
        return new VisibleObject(new ObjectUri("bucket", key), 1, "marker", "", bucket, OptionalLong.of(1));
    }
}
