package io.spate.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An engine that writes to a store in memory through counted and perhaps faulty requests. Parts begin at 100 KiB, the
 * smallest that the store takes.
 */
final class WriterFixture implements AutoCloseable {
    static final ObjectUri URI = ObjectUri.parse("spate://bucket/dir/object");
    static final int PART = 100 << 10;

    final MemoryStore memory = new MemoryStore();
    final CountingStore requests;
    final AtomicLong clock = new AtomicLong();
    final Engine engine;

    WriterFixture(Map<String, String> options) {
        this(options, new FaultyStore.Plan() {});
    }

    WriterFixture(Map<String, String> options, FaultyStore.Plan plan) {
        memory.createBucket("bucket");
        requests = new CountingStore(new FaultyStore(memory, plan));
        Map<String, String> all = new TreeMap<>(Map.of("profile", "oss", "write.part-size", "100k", "memory", "32m"));
        all.putAll(options);
        engine = Engine.over(requests, SpateOptions.of(all), () -> System.nanoTime() + clock.get());
    }

    ObjectWriter writer() throws StoreException {
        return engine.writer(WriteTarget.of(URI));
    }

    /** Writes bytes in pieces of uneven length. */
    static void write(ObjectWriter writer, byte[] bytes) throws IOException {
        int position = 0;
        for (int piece = 1; position < bytes.length; piece = (piece * 3 + 1) % 200_000) {
            int count = Math.min(piece, bytes.length - position);
            writer.write(bytes, position, count);
            position += count;
        }
    }

    CommittedObject commit(Upload upload) throws Exception {
        return get(engine.committer().commit(upload, Precondition.NONE));
    }

    List<Operation> operations() {
        return requests.requests().stream().map(StoreRequest::operation).toList();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    /** What a future failed with. */
    static Throwable failure(CompletableFuture<?> future) throws InterruptedException, TimeoutException {
        try {
            Object value = future.get(60, TimeUnit.SECONDS);
            throw new AssertionError("it did not fail, but gave " + value);
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    /** Waits until I/O threads have let go of the last block. */
    void awaitNoMemoryInUse() {
        ReaderFixture.awaitNoMemoryInUse(engine);
    }

    @Override
    public void close() {
        engine.close();
    }
}
