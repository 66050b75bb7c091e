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
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.spate.engine.ReaderFixture.random;
import static io.spate.engine.ReaderFixture.readAll;
import static org.assertj.core.api.Assertions.assertThat;

/** 64 readers that would like all their object in memory, and have 32 MiB together. */
@Timeout(120)
class ObjectReaderMemoryTest {
    private static final int READERS = 64;
    private static final int LENGTH = 5 << 20;
    private static final Map<String, String> SHORT =
            Map.of("memory", "32m", "read.range-size", "4m", "max-requests-in-flight", "8");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readers_on_threads_of_their_own_all_finish_within_the_budget(boolean announced) throws Exception {
        try (ReaderFixture fixture = new ReaderFixture(SHORT)) {
            byte[] bytes = random(1, LENGTH);
            ExecutorService threads = Executors.newFixedThreadPool(READERS);
            List<Callable<byte[]>> tasks = new ArrayList<>();
            for (ObjectInfo info : objects(fixture, bytes)) {
                tasks.add(() -> {
                    try (ObjectReader reader = announced ? fixture.announced(info) : fixture.engine.reader(info)) {
                        return readAll(reader);
                    }
                });
            }
            for (Future<byte[]> read : threads.invokeAll(tasks)) {
                assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
            }
            threads.shutdown();
            assertWithinBudget(fixture);
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(READERS * 2L);
        }
    }

    @Test
    void readers_taken_in_turn_by_one_thread_all_finish_within_the_budget() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(SHORT)) {
            byte[] bytes = random(2, LENGTH);
            List<ObjectReader> readers =
                    objects(fixture, bytes).stream().map(fixture::announced).toList();
            readInRandomTurns(readers, bytes);
            readers.forEach(ObjectReader::close);
            assertWithinBudget(fixture);
            assertThat(fixture.engine.stats().get(IoStat.SHORT_OF_MEMORY)).isPositive();
        }
    }

    private static void readInRandomTurns(List<ObjectReader> readers, byte[] bytes) throws IOException {
        Random random = new Random(3);
        byte[] buffer = new byte[100_000];
        List<ObjectReader> unfinished = new ArrayList<>(readers);
        while (!unfinished.isEmpty()) {
            ObjectReader reader = unfinished.get(random.nextInt(unfinished.size()));
            int from = (int) reader.position();
            int count = reader.read(buffer, 0, 1 + random.nextInt(buffer.length));
            if (count < 0) {
                unfinished.remove(reader);
            } else {
                assertThat(Arrays.equals(buffer, 0, count, bytes, from, from + count))
                        .isTrue();
            }
        }
    }

    private static List<ObjectInfo> objects(ReaderFixture fixture, byte[] bytes) {
        List<ObjectInfo> infos = new ArrayList<>();
        ObjectInfo first = fixture.memory.put(ReaderFixture.URI, bytes);
        for (int i = 0; i < READERS; i++) {
            infos.add(first);
        }
        return infos;
    }

    private static void assertWithinBudget(ReaderFixture fixture) {
        assertThat(fixture.engine.peakTransferMemory()).isLessThanOrEqualTo(32 << 20);
        fixture.awaitNoMemoryInUse();
    }
}
