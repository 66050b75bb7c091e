package io.spate.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests of many deletes have in common: a store in memory, and threads that are ended. */
@Timeout(60)
abstract class DeletingTest {
    static final int CONCURRENCY = 3;

    final MemoryStore memory = new MemoryStore();
    final DeletingStore store = new DeletingStore(memory);
    final AtomicLong clock = new AtomicLong();
    final IoStats stats = new IoStats();
    final Transfer transfer = new Transfer(
            store,
            new Retry(Duration.ofMinutes(3), clock::get, () -> 0),
            stats,
            1,
            1,
            Duration.ofSeconds(30),
            clock::get);
    final ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
    final BulkDelete delete = new BulkDelete(bucket -> transfer, threads, CONCURRENCY);

    @AfterEach
    void stopThreads() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    List<ObjectUri> objects(String bucket, int count) {
        List<ObjectUri> uris = IntStream.range(0, count)
                .mapToObj(i -> uri(bucket, "k%05d".formatted(i)))
                .toList();
        uris.forEach(uri -> memory.put(uri, new byte[0]));
        return uris;
    }

    Set<String> keys(String bucket) throws StoreException {
        Set<String> keys = new HashSet<>();
        memory.list(ListRequest.below(uri(bucket, "")))
                .objects()
                .forEach(info -> keys.add(info.uri().key()));
        return keys;
    }

    static ObjectUri uri(String bucket, String key) {
        return new ObjectUri(bucket, key);
    }
}
