package io.spate.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/** One object in a memory store, and an engine that reads it through counted and perhaps faulty requests. */
final class ReaderFixture implements AutoCloseable {
    static final ObjectUri URI = ObjectUri.parse("spate://bucket/dir/object");

    final MemoryStore memory = new MemoryStore();
    final CountingStore requests;
    final AtomicLong clock = new AtomicLong();
    final Engine engine;

    ReaderFixture(Map<String, String> options) {
        this(options, UnaryOperator.identity());
    }

    ReaderFixture(Map<String, String> options, FaultyStore.Plan plan) {
        this(options, store -> new FaultyStore(store, plan));
    }

    private ReaderFixture(Map<String, String> options, UnaryOperator<ObjectStore> faults) {
        requests = new CountingStore(faults.apply(memory));
        Map<String, String> all = new TreeMap<>(Map.of("read.range-size", "64k", "memory", "32m"));
        all.putAll(options);
        engine = Engine.over(requests, SpateOptions.of(all), () -> System.nanoTime() + clock.get());
    }

    static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    ObjectReader announced(ObjectInfo info) {
        return engine.reader(info, info.range(), info.range(), engine.newWindow("bucket"));
    }

    static byte[] readAll(ObjectReader reader) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[10_000];
        while (true) {
            int count = reader.read(buffer, 0, buffer.length);
            if (count < 0) {
                return bytes.toByteArray();
            }
            bytes.write(buffer, 0, count);
        }
    }

    /** Waits until I/O threads have let go of the last block, as they do soon after a reader was closed. */
    void awaitNoMemoryInUse() {
        awaitNoMemoryInUse(engine);
    }

    static void awaitNoMemoryInUse(Engine engine) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (engine.transferMemory() > 0 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(engine.transferMemory()).isZero();
    }

    @Override
    public void close() {
        engine.close();
        assertThat(engine.peakTransferMemory())
                .isLessThanOrEqualTo(engine.options().get(Option.MEMORY));
    }
}
