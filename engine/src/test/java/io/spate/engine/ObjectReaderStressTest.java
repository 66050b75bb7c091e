package io.spate.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.ReaderFixture.random;
import static org.assertj.core.api.Assertions.assertThat;

/** Many readers of a bad store, short of memory and threads, that jump, are woken up, and are closed at any moment. */
@Timeout(120)
class ObjectReaderStressTest {
    private static final int READERS = 48;
    private static final int LENGTH = 3 << 20;
    private static final int ROUNDS = 6;

    /** Fails one request of seven and breaks one body of five. */
    private static final FaultyStore.Plan BAD = new FaultyStore.Plan() {
        @Override
        public void before(StoreRequest request) throws StoreException {
            if (ThreadLocalRandom.current().nextInt(7) == 0) {
                throw new StoreException(Kind.UNAVAILABLE, request, "planned failure");
            }
        }

        @Override
        public long cutAfter(StoreRequest request) {
            long length = request.range().orElseThrow().length();
            return ThreadLocalRandom.current().nextInt(5) == 0
                    ? ThreadLocalRandom.current().nextLong(length)
                    : -1;
        }
    };

    @Test
    void readers_doingAnythingAtOnce_getTheRightBytesAndGiveEverythingBack() throws Exception {
        Map<String, String> scarce = Map.of(
                "memory", "32m", "read.range-size", "1m", "read.concurrency", "4", "max-requests-in-flight", "6");
        try (ReaderFixture fixture = new ReaderFixture(scarce, BAD)) {
            byte[] bytes = random(1, LENGTH);
            ObjectInfo info = fixture.memory.put(ReaderFixture.URI, bytes);
            ExecutorService threads = Executors.newFixedThreadPool(READERS);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(i);
                tasks.add(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        readSome(fixture, info, bytes, random);
                    }
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get(90, TimeUnit.SECONDS);
            }
            threads.shutdown();
            fixture.awaitNoMemoryInUse();
        }
    }

    private static void readSome(ReaderFixture fixture, ObjectInfo info, byte[] bytes, Random random)
            throws IOException {
        ReadWindow window = fixture.engine.newWindow("bucket");
        try (ObjectReader first = reader(fixture, info, window, random);
                ObjectReader second = reader(fixture, info, window, random)) {
            byte[] buffer = new byte[200_000];
            for (int step = random.nextInt(60); step > 0; step--) {
                ObjectReader reader = random.nextInt(3) == 0 ? second : first;
                switch (random.nextInt(6)) {
                    case 0 -> reader.seek(random.nextInt(LENGTH));
                    case 1 -> reader.wakeUp();
                    case 2 -> reader.prefetch();
                    default -> check(reader, buffer, bytes, random);
                }
            }
        }
        assertThat(window.hasRoom()).isTrue();
    }

    private static ObjectReader reader(ReaderFixture fixture, ObjectInfo info, ReadWindow window, Random random) {
        long start = random.nextInt(LENGTH);
        ByteRange part = new ByteRange(start, start + random.nextInt((int) (LENGTH - start)));
        return random.nextBoolean() ? fixture.engine.reader(info) : fixture.engine.reader(info, part, part, window);
    }

    private static void check(ObjectReader reader, byte[] buffer, byte[] bytes, Random random) throws IOException {
        int from = (int) reader.position();
        int count = reader.read(buffer, 0, 1 + random.nextInt(buffer.length));
        if (count < 0) {
            assertThat(from).isEqualTo(LENGTH);
        } else {
            assertThat(Arrays.equals(buffer, 0, count, bytes, from, from + count))
                    .isTrue();
        }
    }
}
