package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static io.spate.engine.ReaderFixture.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ObjectReaderTest {
    private static final int RANGE = 64 << 10;

    @ParameterizedTest
    @ValueSource(ints = {1, 100, RANGE - 1, RANGE, RANGE + 1, 10 * RANGE, 10 * RANGE + 7})
    void read_announced_costs_one_get_a_range_and_no_head(int length) throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(length, length);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo((length + RANGE - 1) / RANGE);
            assertThat(fixture.requests.count(Operation.HEAD)).isZero();
        }
    }

    @Test
    void read_unannounced_ramps_up_and_costs_no_more_requests() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, 20 * RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.engine.reader(info)) {
                assertThat(reader.read(new byte[1], 0, 1)).isEqualTo(1);
                assertThat(fixture.requests.count(Operation.GET)).isEqualTo(1);
                reader.seek(0);
                reader.seek(1);
                assertThat(readAll(reader)).isEqualTo(Arrays.copyOfRange(bytes, 1, bytes.length));
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(20);
        }
    }

    @Test
    void read_empty_object_costs_nothing() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, new byte[0]);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(reader.read(new byte[1], 0, 1)).isEqualTo(-1);
            }
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void read_what_is_touched_around_a_core_costs_no_request_more() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(2, 6 * RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            ByteRange core = new ByteRange(RANGE, 4L * RANGE);
            ByteRange touched = new ByteRange(RANGE - 1, 4L * RANGE + 1000);
            try (ObjectReader reader = fixture.engine.reader(info, core, touched, fixture.engine.newWindow("bucket"))) {
                byte[] target = new byte[(int) touched.length()];
                int filled = 0;
                while (filled < target.length) {
                    filled += reader.read(target, filled, target.length - filled);
                }
                assertThat(target).isEqualTo(Arrays.copyOfRange(bytes, (int) touched.start(), (int) touched.end()));
                assertThat(fixture.requests.count(Operation.GET)).isEqualTo(3);
                assertThat(reader.read(target, 0, 1)).isEqualTo(1);
                assertThat(target[0]).isEqualTo(bytes[(int) touched.end()]);
                assertThat(fixture.requests.count(Operation.GET)).isEqualTo(4);
            }
        }
    }

    @Test
    void read_delivers_first_bytes_before_the_range_is_complete() throws Exception {
        CountDownLatch delivered = new CountDownLatch(1);
        FaultyStore.Plan holdAfterFirst = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return request.range().orElseThrow().start() == 0 ? 10 : -1;
            }

            @Override
            public void before(StoreRequest request) {
                if (request.range().orElseThrow().start() == 10) {
                    awaitQuietly(delivered);
                }
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), holdAfterFirst)) {
            byte[] bytes = random(3, RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                byte[] first = new byte[100];
                assertThat(reader.read(first, 0, 100)).isEqualTo(10);
                delivered.countDown();
                assertThat(readAll(reader)).isEqualTo(Arrays.copyOfRange(bytes, 10, bytes.length));
            }
        }
    }

    @Test
    void seek_and_read_at_random_agree_with_the_bytes() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            try (ReaderFixture fixture = new ReaderFixture(Map.of("read.concurrency", "" + (1 + random.nextInt(5))))) {
                byte[] bytes = random(seed, 1 + random.nextInt(12 * RANGE));
                ObjectInfo info = fixture.memory.put(URI, bytes);
                try (ObjectReader reader =
                        random.nextBoolean() ? fixture.announced(info) : fixture.engine.reader(info)) {
                    for (int step = 0; step < 60; step++) {
                        stepAtRandom(random, reader, bytes);
                    }
                }
                fixture.awaitNoMemoryInUse();
            }
        }
    }

    private static void stepAtRandom(Random random, ObjectReader reader, byte[] bytes) throws IOException {
        int near = (int) Math.min(bytes.length, reader.position() + random.nextInt(RANGE / 4));
        int target = random.nextBoolean() ? near : random.nextInt(bytes.length + 1);
        byte[] buffer = new byte[1 + random.nextInt(RANGE)];
        if (random.nextInt(4) == 0) {
            int length = Math.min(buffer.length, bytes.length - target);
            reader.readFully(target, buffer, 0, length);
            assertThat(Arrays.copyOf(buffer, length)).isEqualTo(Arrays.copyOfRange(bytes, target, target + length));
            return;
        }
        if (random.nextInt(3) > 0) {
            reader.seek(target);
        }
        int from = (int) reader.position();
        int count = reader.read(buffer, 0, buffer.length);
        if (from == bytes.length) {
            assertThat(count).isEqualTo(-1);
        } else {
            assertThat(count).isPositive();
            assertThat(Arrays.copyOf(buffer, count)).isEqualTo(Arrays.copyOfRange(bytes, from, from + count));
        }
    }

    @Test
    void seek_a_little_forward_stays_in_the_window() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(4, 8 * RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                byte[] one = new byte[1];
                for (int at = 0; at < bytes.length; at += 1000) {
                    reader.seek(at);
                    assertThat(reader.read(one, 0, 1)).isEqualTo(1);
                    assertThat(one[0]).isEqualTo(bytes[at]);
                }
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(8);
        }
    }

    @Test
    void readRanges_joins_near_ones_and_answers_in_order() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of("read.range-size", "1m"))) {
            byte[] bytes = random(5, 2 << 20);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            List<ByteRange> asked = List.of(
                    new ByteRange(1_500_000, 1_500_100),
                    new ByteRange(0, 10),
                    new ByteRange(20, 20),
                    new ByteRange(5, 30_000),
                    new ByteRange(1_500_050, 1_600_000));
            try (ObjectReader reader = fixture.engine.reader(info)) {
                List<ByteBuffer> answers = reader.readRanges(asked);
                for (int i = 0; i < asked.size(); i++) {
                    byte[] answer = new byte[answers.get(i).remaining()];
                    answers.get(i).get(answer);
                    assertThat(answer)
                            .isEqualTo(
                                    Arrays.copyOfRange(bytes, (int) asked.get(i).start(), (int)
                                            asked.get(i).end()));
                }
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(2);
        }
    }

    @Test
    void readFully_beyond_the_end_is_refused_before_any_request() {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, new byte[10]);
            try (ObjectReader reader = fixture.engine.reader(info)) {
                assertThatThrownBy(() -> reader.readFully(5, new byte[6], 0, 6))
                        .isInstanceOf(EOFException.class)
                        .hasMessageContaining(URI.toString());
                assertThatThrownBy(() -> reader.seek(11)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void wakeUp_ends_a_waiting_read_and_loses_nothing() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultyStore.Plan stuck = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                waiting.countDown();
                awaitQuietly(goOn);
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), stuck)) {
            byte[] bytes = random(6, RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                CompletableFuture<Integer> woken = CompletableFuture.supplyAsync(() -> readQuietly(reader));
                assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
                reader.wakeUp();
                assertThat(woken.get(10, TimeUnit.SECONDS)).isZero();
                goOn.countDown();
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(1);
        }
    }

    @Test
    void close_breaks_off_what_is_in_flight_and_gives_memory_back() throws Exception {
        CountDownLatch reading = new CountDownLatch(3);
        FaultyStore.Plan trickle = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return 1000;
            }

            @Override
            public void reading(StoreRequest request, long delivered) {
                reading.countDown();
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), trickle)) {
            ObjectInfo info = fixture.memory.put(URI, random(7, 40 * RANGE));
            ObjectReader reader = fixture.announced(info);
            assertThat(reader.read(new byte[10], 0, 10)).isEqualTo(10);
            assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
            reader.close();
            reader.close();
            fixture.awaitNoMemoryInUse();
            long received = fixture.engine.stats().get(IoStat.BYTES_RECEIVED);
            assertThat(received).isLessThan(info.length());
            assertThatThrownBy(() -> reader.read(new byte[1], 0, 1)).hasMessageContaining("closed");
        }
    }

    @Test
    void dropped_reader_is_reported_and_its_memory_comes_back() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, random(8, 40 * RANGE));
            readOneByteAndDrop(fixture.engine.reader(info));
            while (fixture.engine.stats().get(IoStat.LEAKED_READERS) == 0) {
                System.gc();
            }
            fixture.awaitNoMemoryInUse();
            assertThat(fixture.engine.stats().get(IoStat.LEAKED_READERS)).isEqualTo(1);
        }
    }

    private static void readOneByteAndDrop(ObjectReader reader) throws IOException {
        assertThat(reader.read(new byte[1], 0, 1)).isEqualTo(1);
    }

    private static int readQuietly(ObjectReader reader) {
        try {
            return reader.read(new byte[1], 0, 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
