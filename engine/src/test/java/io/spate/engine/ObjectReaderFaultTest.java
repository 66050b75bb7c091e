package io.spate.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static io.spate.engine.ReaderFixture.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ObjectReaderFaultTest {
    private static final int RANGE = 64 << 10;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4095, RANGE / 2, RANGE - 2, RANGE - 1})
    void read_of_bodies_that_break_gives_the_right_bytes_without_reading_twice(int cut) throws IOException {
        FaultyStore.Plan cutFullRanges = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return request.range().orElseThrow().length() == RANGE ? cut : -1;
            }
        };
        AtomicInteger zeroProgress = new AtomicInteger();
        FaultyStore.Plan once = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return cut == 0 && zeroProgress.getAndIncrement() >= 5 ? -1 : cutFullRanges.cutAfter(request);
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), once)) {
            byte[] bytes = random(cut, 5 * RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(10);
            assertThat(fixture.engine.stats().get(IoStat.RESUMED_BODIES)).isEqualTo(5);
            assertThat(fixture.engine.stats().get(IoStat.BYTES_RECEIVED)).isEqualTo(bytes.length);
        }
    }

    @Test
    void read_of_a_body_cut_after_every_single_byte_gives_the_right_bytes() throws IOException {
        FaultyStore.Plan byByte = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return 1;
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), byByte)) {
            byte[] bytes = random(1, 6);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"THROTTLED", "UNAVAILABLE", "UNREACHABLE"})
    void read_outlives_failures_that_pass(Kind kind) throws IOException {
        AtomicInteger failures = new AtomicInteger(4);
        FaultyStore.Plan passing = FaultyStore.failing(kind, request -> failures.getAndDecrement() > 0);
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), passing)) {
            byte[] bytes = random(2, 3 * RANGE);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(7);
            assertThat(fixture.engine.stats().get(IoStat.RETRIES)).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"DENIED", "NOT_FOUND", "INVALID"})
    void read_fails_at_once_when_trying_again_is_no_use(Kind kind) throws IOException {
        FaultyStore.Plan failing = FaultyStore.failing(kind, request -> true);
        try (ReaderFixture fixture = new ReaderFixture(Map.of("read.concurrency", "1"), failing)) {
            ObjectInfo info = fixture.memory.put(URI, random(3, RANGE));
            try (ObjectReader reader = fixture.announced(info)) {
                assertThatThrownBy(() -> readAll(reader))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                        .hasMessageContaining(URI.toString());
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(1);
        }
    }

    @Test
    void read_after_the_deadline_fails_with_the_last_failure() throws IOException {
        FaultyStore.Plan failing = FaultyStore.failing(Kind.UNAVAILABLE, request -> true);
        try (ReaderFixture fixture = new ReaderFixture(Map.of("retry.deadline", "50 ms"), failing)) {
            ObjectInfo info = fixture.memory.put(URI, random(4, RANGE));
            try (ObjectReader reader = fixture.announced(info)) {
                assertThatThrownBy(() -> readAll(reader))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("planned failure");
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void read_of_an_overwritten_object_fails_naming_both_versions() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of("read.concurrency", "1"))) {
            ObjectInfo old = fixture.memory.put(URI, random(5, 4 * RANGE));
            try (ObjectReader reader = fixture.announced(old)) {
                assertThat(reader.read(new byte[10], 0, 10)).isEqualTo(10);
                ObjectInfo now = fixture.memory.put(URI, random(6, 3 * RANGE));
                assertThatThrownBy(() -> readAll(reader))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CHANGED))
                        .hasMessageContaining(URI.toString())
                        .hasMessageContaining(old.etag())
                        .hasMessageContaining(now.etag());
            }
        }
    }

    @Test
    void read_of_a_deleted_object_fails_naming_it() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, random(7, RANGE));
            fixture.memory.delete(URI);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThatThrownBy(() -> readAll(reader))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
                        .hasMessageContaining(URI.toString());
            }
        }
    }

    @Test
    void read_of_a_body_that_takes_too_long_goes_on_with_another_request() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        ReaderFixture[] holder = new ReaderFixture[1];
        FaultyStore.Plan slow = new FaultyStore.Plan() {
            @Override
            public long cutAfter(StoreRequest request) {
                return -1;
            }

            @Override
            public void reading(StoreRequest request, long delivered) {
                if (reads.getAndIncrement() == 0) {
                    holder[0].clock.addAndGet(Duration.ofMinutes(10).toNanos());
                }
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of("read.range-size", "1m"), slow)) {
            holder[0] = fixture;
            byte[] bytes = random(8, 1 << 20);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            try (ObjectReader reader = fixture.announced(info)) {
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(2);
            assertThat(fixture.engine.stats().get(IoStat.BYTES_RECEIVED)).isEqualTo(bytes.length);
        }
    }
}
