package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static io.spate.engine.ReaderFixture.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one reader does must not keep another from going on, though they share threads, memory and windows. */
@Timeout(30)
class ObjectReaderSharingTest {
    private static final int RANGE = 64 << 10;
    private static final ObjectUri OTHER = ObjectUri.parse("spate://sick/object");

    @Test
    void read_of_a_healthy_bucket_does_not_wait_for_retries_of_a_sick_one() throws Exception {
        CountDownLatch refused = new CountDownLatch(4);
        FaultyStore.Plan sick = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.uri().equals(OTHER)) {
                    refused.countDown();
                    throw new StoreException(Kind.THROTTLED, request, "planned failure");
                }
            }
        };
        Map<String, String> oneThread = Map.of("max-requests-in-flight", "1", "retry.deadline", "10 min");
        try (ReaderFixture fixture = new ReaderFixture(oneThread, sick)) {
            ObjectInfo throttled = fixture.memory.put(OTHER, random(1, 16 * RANGE));
            byte[] bytes = random(2, 4 * RANGE);
            ObjectInfo healthy = fixture.memory.put(URI, bytes);
            try (ObjectReader waiting = fixture.announced(throttled);
                    ObjectReader reader = fixture.announced(healthy)) {
                waiting.prefetch();
                assertThat(refused.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(readAll(reader)).isEqualTo(bytes);
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void range_that_is_waited_for_goes_before_those_that_are_prefetched() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultyStore.Plan gated = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                begun.countDown();
                ObjectReaderTest.awaitQuietly(goOn);
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of("max-requests-in-flight", "1"), gated)) {
            ObjectInfo prefetched = fixture.memory.put(OTHER, random(1, 10 * RANGE));
            ObjectInfo urgent = fixture.memory.put(URI, random(2, 100));
            try (ObjectReader first = fixture.announced(prefetched);
                    ObjectReader second = fixture.announced(urgent)) {
                assertThat(first.prefetch()).isTrue();
                assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(second.prefetch()).isTrue();
                second.wakeUp();
                assertThat(second.read(new byte[1], 0, 1)).isZero();
                goOn.countDown();
                assertThat(readAll(second)).hasSize(100);
                assertThat(readAll(first)).hasSize(10 * RANGE);
            }
            List<ObjectUri> order =
                    fixture.requests.requests().stream().map(StoreRequest::uri).toList();
            assertThat(order).startsWith(OTHER, URI, OTHER);
        }
    }

    @Test
    void read_that_waits_for_a_retry_ends_when_the_engine_closes() throws Exception {
        CountDownLatch refused = new CountDownLatch(6);
        FaultyStore.Plan sick = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                refused.countDown();
                throw new StoreException(Kind.THROTTLED, request, "planned failure");
            }
        };
        ReaderFixture fixture = new ReaderFixture(Map.of("retry.deadline", "10 min"), sick);
        ObjectInfo info = fixture.memory.put(URI, random(6, RANGE));
        try (ObjectReader reader = fixture.announced(info)) {
            reader.prefetch();
            assertThat(refused.await(20, TimeUnit.SECONDS)).isTrue();
            fixture.close();
            assertThatThrownBy(() -> readAll(reader)).hasMessageContaining("engine was closed");
        }
    }

    @Test
    void seek_before_anything_is_in_flight_keeps_the_plan() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, random(3, 40 * RANGE));
            ByteRange core = new ByteRange(RANGE + 1, 5L * RANGE);
            ByteRange touched = new ByteRange(RANGE, 5L * RANGE + 10);
            try (ObjectReader reader = fixture.engine.reader(info, core, touched, fixture.engine.newWindow("bucket"))) {
                reader.seek(RANGE + 1);
                byte[] target = new byte[RANGE];
                while (reader.position() < touched.end()) {
                    int most = (int) Math.min(target.length, touched.end() - reader.position());
                    assertThat(reader.read(target, 0, most)).isPositive();
                }
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(4);
            assertThat(fixture.engine.stats().get(IoStat.BYTES_RECEIVED)).isEqualTo(touched.end() - RANGE - 1);
        }
    }

    @Test
    void close_while_bodies_break_sends_no_request_more() throws Exception {
        for (int run = 0; run < 20; run++) {
            FaultyStore.Plan breaking = new FaultyStore.Plan() {
                @Override
                public long cutAfter(StoreRequest request) {
                    return 10;
                }
            };
            try (ReaderFixture fixture = new ReaderFixture(Map.of(), breaking)) {
                ObjectInfo info = fixture.memory.put(URI, random(4, 8 * RANGE));
                ObjectReader reader = fixture.announced(info);
                assertThat(reader.read(new byte[10], 0, 10)).isEqualTo(10);
                reader.close();
                fixture.awaitNoMemoryInUse();
                long sent = fixture.requests.count(Operation.GET);
                long retries = fixture.engine.stats().get(IoStat.RETRIES);
                assertThat(sent).isLessThanOrEqualTo(8 + retries);
            }
        }
    }

    @Test
    void readRanges_keeps_no_more_in_flight_than_one_reader_may() throws IOException {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        FaultyStore.Plan counting = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            }

            @Override
            public void reading(StoreRequest request, long delivered) {
                if (delivered == 0) {
                    inFlight.decrementAndGet();
                }
            }
        };
        try (ReaderFixture fixture = new ReaderFixture(Map.of("read.concurrency", "2"), counting)) {
            ObjectInfo info = fixture.memory.put(URI, random(5, 200 * RANGE));
            List<ByteRange> ranges = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                ranges.add(new ByteRange(i * 5L * RANGE, i * 5L * RANGE + 100));
            }
            try (ObjectReader reader = fixture.engine.reader(info)) {
                assertThat(reader.readRanges(ranges)).hasSize(40);
                assertThat(fixture.requests.count(Operation.GET)).isEqualTo(40);
                assertThatThrownBy(() -> reader.readFully(Long.MAX_VALUE - 1, new byte[10], 0, 10))
                        .isInstanceOf(EOFException.class);
            }
            // One more may have been counted that has not been read from yet when the next one starts.
            assertThat(most.get()).isLessThanOrEqualTo(3);
        }
    }
}
