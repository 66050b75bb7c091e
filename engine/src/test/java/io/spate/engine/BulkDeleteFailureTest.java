package io.spate.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of keys and requests that fail, for now or for good, that are refused or rejected. */
final class BulkDeleteFailureTest extends DeletingTest {
    @Test
    void delete_bucketWithoutKey_isAFailureWithoutARequest() throws Exception {
        ObjectUri bucket = uri("b", "");

        DeleteOutcome outcome = delete.delete(List.of(bucket).iterator());

        assertThat(outcome.failures()).containsOnlyKeys(bucket);
        assertThat(outcome.failures().get(bucket)).hasMessageContaining("INVALID: DELETE spate://b/");
        assertThat(store.singles).isEmpty();
    }

    @Test
    void delete_keysThatFailForNow_areSentAgainTogetherUntilTheySucceed() throws Exception {
        List<ObjectUri> uris = objects("b", 1000);
        store.fail(uris.get(3), Kind.UNAVAILABLE, 2);
        store.fail(uris.get(7), Kind.THROTTLED, 1);
        store.fail(uris.get(9), Kind.THROTTLED, 2);

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome).isEqualTo(new DeleteOutcome(1000, 5, Map.of(), false));
        assertThat(store.sizes()).containsExactly(1000, 3, 2);
        assertThat(stats.get(IoStat.RETRIES)).isEqualTo(2);
        assertThat(keys("b")).isEmpty();
    }

    @Test
    void delete_requestThatFailsForNow_isSentAgainAsItWas() throws Exception {
        store.unavailable.set(2);

        DeleteOutcome outcome = delete.delete(objects("b", 1000).iterator());

        assertThat(outcome).isEqualTo(new DeleteOutcome(1000, 2000, Map.of(), false));
        assertThat(store.sizes()).containsExactly(1000, 1000, 1000);
    }

    @Test
    void delete_keysThatFailForNow_goWithTheNextOfTheStream() throws Exception {
        BulkDelete alone = new BulkDelete(bucket -> transfer, Runnable::run, 1);
        List<ObjectUri> uris = objects("b", 1999);
        store.fail(uris.get(3), Kind.UNAVAILABLE, 1);

        assertThat(alone.delete(uris.iterator()).deleted()).isEqualTo(1999);
        assertThat(store.sizes()).containsExactly(1000, 1000);
    }

    @Test
    void delete_keyThatFailsUntilTheDeadline_isGivenUpAndTheOthersAreDeleted() throws Exception {
        List<ObjectUri> uris = objects("b", 10);
        store.fail(uris.get(3), Kind.UNAVAILABLE, Integer.MAX_VALUE);
        store.onRequest = () -> clock.addAndGet(Duration.ofMinutes(1).toNanos());

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(9);
        assertThat(outcome.failures()).containsOnlyKeys(uris.get(3));
        assertThat(outcome.failures().get(uris.get(3)))
                .returns(Kind.UNAVAILABLE, StoreException::kind)
                .hasMessageContaining("given up after");
        assertThat(keys("b")).containsExactly(uris.get(3).key());
    }

    @Test
    void delete_keyThatIsDenied_isNotSentAgain() throws Exception {
        List<ObjectUri> uris = objects("b", 10);
        store.fail(uris.get(3), Kind.DENIED, 1);

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(9);
        assertThat(outcome.failures()).containsOnlyKeys(uris.get(3));
        assertThat(store.sizes()).containsExactly(10);
    }

    @Test
    void delete_bucketOfAKeyIsNotFound_isAFailureTogetherAndAlone() throws Exception {
        for (int count : List.of(10, 1)) {
            List<ObjectUri> uris = objects("b", count);
            store.fail(uris.get(0), Kind.NOT_FOUND, 1);

            DeleteOutcome outcome = delete.delete(uris.iterator());

            assertThat(outcome.deleted()).isEqualTo(count - 1);
            assertThat(outcome.failures()).containsOnlyKeys(uris.get(0));
        }
    }

    @Test
    void delete_executorRejects_endsWithTheOutcomeSoFar() throws Exception {
        BulkDelete rejected = new BulkDelete(bucket -> transfer, rejectingAfterOne(), CONCURRENCY);
        List<ObjectUri> uris = objects("b", 5000);

        DeleteOutcome outcome = rejected.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(1000);
        assertThat(outcome.stopped()).isTrue();
        assertThat(outcome.failures()).containsOnlyKeys(uris.subList(1000, 2000).toArray(ObjectUri[]::new));
        assertThat(outcome.failures().get(uris.get(1000)))
                .returns(Kind.UNAVAILABLE, StoreException::kind)
                .hasMessageContaining("shut down");
        assertThat(store.sizes()).containsExactly(1000);
    }

    @Test
    void delete_executorRejectsWhatIsSentAgain_failsTheKey() throws Exception {
        BulkDelete rejected = new BulkDelete(bucket -> transfer, rejectingAfterOne(), 1);
        List<ObjectUri> uris = objects("b", 10);
        store.fail(uris.get(3), Kind.UNAVAILABLE, 1);

        DeleteOutcome outcome = rejected.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(9);
        assertThat(outcome.failures()).containsOnlyKeys(uris.get(3));
    }

    @Test
    void delete_firstRequestIsSpoiled_asksTogetherAgainAfterSomeKeys() throws Exception {
        BulkDelete alone = new BulkDelete(bucket -> transfer, Runnable::run, 1);
        List<ObjectUri> uris = objects("b", 5000);
        store.refuse = batch -> batch.contains(uris.get(0));

        assertThat(alone.delete(uris.iterator()).deleted()).isEqualTo(5000);
        assertThat(store.sizes()).containsExactly(1000, 1000, 1000, 1000);
        assertThat(store.singles).hasSize(2000);
    }

    @Test
    void delete_failureOfAKeyThatWasNotSent_isKept() throws Exception {
        ObjectUri other = uri("b", "other%20name");
        store.also.put(other, new StoreException(Kind.DENIED, StoreRequest.of(Operation.DELETE_MANY, other), "no"));

        assertThat(delete.delete(objects("b", 2).iterator()).failures()).containsOnlyKeys(other);
    }

    @Test
    void delete_requestThatFailsForGood_failsAllOfItsKeys() throws Exception {
        List<ObjectUri> uris = new ArrayList<>(objects("b", 5));
        memory.createBucket("b");
        List<ObjectUri> missing = List.of(uri("missing", "x"), uri("missing", "y"));
        uris.addAll(missing);

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(5);
        assertThat(outcome.failures()).containsOnlyKeys(missing.toArray(ObjectUri[]::new));
    }

    @Test
    void delete_storeWithoutBulkDelete_isAskedTogetherOnlyNowAndThen() throws Exception {
        BulkDelete alone = new BulkDelete(bucket -> transfer, Runnable::run, 1);
        store.refuse = batch -> true;

        DeleteOutcome outcome = alone.delete(objects("b", 2500).iterator());

        assertThat(outcome).isEqualTo(new DeleteOutcome(2500, 0, Map.of(), false));
        assertThat(store.sizes()).containsExactly(1000, 500);
        assertThat(store.singles).hasSize(2500).doesNotHaveDuplicates();
        assertThat(keys("b")).isEmpty();
    }

    @Test
    void delete_oneKeySpoilsARequest_onlyThatOneIsSplitUp() throws Exception {
        BulkDelete alone = new BulkDelete(bucket -> transfer, Runnable::run, 1);
        List<ObjectUri> uris = new ArrayList<>(objects("b", 2500));
        ObjectUri odd = uri("b", "odd\u0001");
        uris.add(1500, odd);
        store.refuse = batch -> batch.contains(odd);

        assertThat(alone.delete(uris.iterator()).deleted()).isEqualTo(2501);
        assertThat(store.sizes()).containsExactly(1000, 1000, 501);
        assertThat(store.singles).hasSize(1000).contains(odd);
    }

    @Test
    void delete_keyThatCannotGoWithOthers_goesAlone() throws Exception {
        List<ObjectUri> uris = objects("b", 10);
        store.fail(uris.get(3), Kind.INVALID, 1);

        assertThat(delete.delete(uris.iterator())).isEqualTo(new DeleteOutcome(10, 0, Map.of(), false));
        assertThat(store.sizes()).containsExactly(10);
        assertThat(store.singles).containsExactly(uris.get(3));
    }

    @Test
    void delete_keyThatIsRefusedByItself_fails() throws Exception {
        List<ObjectUri> uris = objects("b", 3);
        store.refuse = batch -> true;
        store.fail(uris.get(1), Kind.INVALID, 1);

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(2);
        assertThat(outcome.failures()).containsOnlyKeys(uris.get(1));
    }

    @Test
    void delete_manyFailures_stopsTakingKeys() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        Iterator<ObjectUri> endless = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> uri("missing", "k" + taken.incrementAndGet()))
                .iterator();

        DeleteOutcome outcome = delete.delete(endless);

        assertThat(outcome.stopped()).isTrue();
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.failures()).hasSizeBetween(10_000, 10_000 + CONCURRENCY * 1000);
    }

    @Test
    void delete_storeIsBroken_failsWithTheCause() {
        store.onRequest = () -> {
            throw new IllegalArgumentException("broken");
        };

        assertThatThrownBy(() -> delete.delete(objects("b", 10).iterator()))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("broken");
    }

    @Test
    void delete_throughAnEngine_retriesAsItsOptionsSay() throws Exception {
        List<ObjectUri> uris = objects("b", 5);
        store.fail(uris.get(0), Kind.UNAVAILABLE, 1);
        try (Engine engine = Engine.over(store, SpateOptions.of(Map.of("retry.deadline", "0s", "memory", "32m")))) {
            DeleteOutcome outcome = new BulkDelete(engine, threads, 1).delete(uris.iterator());

            assertThat(outcome.failures()).containsOnlyKeys(uris.get(0));
            assertThat(engine.stats().get(IoStat.DELETE_REQUESTS)).isEqualTo(1);
        }
    }

    private static Executor rejectingAfterOne() {
        AtomicInteger left = new AtomicInteger(1);
        return request -> {
            if (left.getAndDecrement() <= 0) {
                throw new RejectedExecutionException("shut down");
            }
            request.run();
        };
    }
}
