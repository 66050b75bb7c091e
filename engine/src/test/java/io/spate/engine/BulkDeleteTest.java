package io.spate.engine;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How keys are gathered into requests, and how many of them are under way. */
final class BulkDeleteTest extends DeletingTest {
    @Test
    void delete_2500Keys_costsThreeRequests() throws Exception {
        List<ObjectUri> uris = objects("b", 2500);
        memory.put(uri("b", "kept"), new byte[1]);

        DeleteOutcome outcome = delete.delete(uris.iterator());

        assertThat(outcome.deleted()).isEqualTo(2500);
        assertThat(outcome.isComplete()).isTrue();
        assertThat(store.sizes()).containsExactlyInAnyOrder(1000, 1000, 500);
        assertThat(keys("b")).containsExactly("kept");
    }

    @Test
    void delete_nothing_costsNoRequest() throws Exception {
        assertThat(delete.delete(Collections.emptyIterator())).isEqualTo(new DeleteOutcome(0, 0, Map.of(), false));
        assertThat(store.batches).isEmpty();
    }

    @Test
    void delete_severalBuckets_asksForEachBucketByItself() throws Exception {
        List<ObjectUri> uris = new ArrayList<>();
        List<ObjectUri> one = objects("one", 1500);
        List<ObjectUri> two = objects("two", 700);
        IntStream.range(0, 1500).forEach(i -> {
            uris.add(one.get(i));
            if (i < two.size()) {
                uris.add(two.get(i));
            }
        });

        assertThat(delete.delete(uris.iterator()).deleted()).isEqualTo(2200);
        assertThat(store.sizes()).containsExactlyInAnyOrder(1000, 500, 700);
        assertThat(store.batches)
                .allMatch(batch ->
                        batch.stream().map(ObjectUri::bucket).distinct().count() == 1);
    }

    @Test
    void delete_manyBuckets_holdsFewOfThemOpen() throws Exception {
        List<ObjectUri> uris = IntStream.range(0, 40)
                .mapToObj(i -> objects("bucket-" + i, 2))
                .flatMap(List::stream)
                .toList();

        assertThat(delete.delete(uris.iterator()).deleted()).isEqualTo(80);
        assertThat(store.sizes()).hasSize(40).containsOnly(2);
    }

    @Test
    void delete_oneKey_isAPlainDelete() throws Exception {
        assertThat(delete.delete(objects("b", 1).iterator()).deleted()).isEqualTo(1);
        assertThat(store.batches).isEmpty();
        assertThat(store.singles).hasSize(1);
    }

    @Test
    void delete_duplicates_areSentOnce() throws Exception {
        List<ObjectUri> uris = new ArrayList<>(objects("b", 100));
        uris.addAll(objects("b", 100));

        assertThat(delete.delete(uris.iterator()).deleted()).isEqualTo(100);
        assertThat(store.sizes()).containsExactly(100);
    }

    @Test
    void delete_longStream_takesKeysOnlyAsRequestsAreAnswered() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        List<Integer> ahead = new CopyOnWriteArrayList<>();
        AtomicInteger answered = new AtomicInteger();
        store.onRequest = () -> ahead.add(taken.get() - 1000 * answered.getAndIncrement());
        memory.createBucket("b");
        Iterator<ObjectUri> uris = IntStream.range(0, 50_000)
                .mapToObj(i -> uri("b", "k" + taken.incrementAndGet()))
                .iterator();

        assertThat(delete.delete(uris).deleted()).isEqualTo(50_000);
        assertThat(ahead).hasSize(50).allMatch(keys -> keys <= (CONCURRENCY + 1) * 1000);
    }

    @Test
    void delete_severalRequests_areInFlightAtATime() throws Exception {
        CountDownLatch together = new CountDownLatch(CONCURRENCY);
        store.onRequest = () -> {
            together.countDown();
            assertThat(awaited(together)).isTrue();
        };

        assertThat(delete.delete(objects("b", 1000 * CONCURRENCY).iterator()).deleted())
                .isEqualTo(1000 * CONCURRENCY);
    }

    @Test
    void delete_interrupted_endsAndKeepsTheFlag() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store.onRequest = () -> {
            asked.countDown();
            awaited(goOn);
        };
        Thread caller = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            awaited(asked);
            caller.interrupt();
        });
        interrupter.start();

        assertThatThrownBy(() -> delete.delete(objects("b", 10).iterator())).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        interrupter.join(30_000);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
