package io.spate.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class ExpectedReadsTest {
    private static final int RANGE = 64 << 10;
    private static final byte[] BYTES = random(1, 20 * RANGE);

    @Test
    void fill_rangesFarApart_fetchesEachAndNoMore() throws IOException {
        List<ByteRange> ranges = List.of(new ByteRange(10L * RANGE, 10L * RANGE + 100), new ByteRange(5, 25));
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, BYTES));
                    ExpectedReads reads = new ExpectedReads(reader, ranges, fixture.engine.newWindow("bucket"))) {
                reads.prefetch();
                assertThat(read(reads, 5, 20)).isEqualTo(Arrays.copyOfRange(BYTES, 5, 25));
                assertThat(read(reads, 10 * RANGE, 40))
                        .isEqualTo(Arrays.copyOfRange(BYTES, 10 * RANGE, 10 * RANGE + 40));
                assertThat(read(reads, 10 * RANGE + 40, 60))
                        .isEqualTo(Arrays.copyOfRange(BYTES, 10 * RANGE + 40, 10 * RANGE + 100));
            }
            assertThat(ranges(fixture)).containsExactlyInAnyOrderElementsOf(ranges);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void fill_nearAndLongRanges_joinsThemAndCutsThemToRequests() throws IOException {
        List<ByteRange> ranges = List.of(new ByteRange(0, 3L * RANGE), new ByteRange(3L * RANGE + 10, 4L * RANGE));
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, BYTES));
                    ExpectedReads reads = new ExpectedReads(reader, ranges, fixture.engine.newWindow("bucket"))) {
                assertThat(read(reads, 0, 3 * RANGE)).isEqualTo(Arrays.copyOf(BYTES, 3 * RANGE));
                assertThat(read(reads, 3 * RANGE + 10, RANGE - 10))
                        .isEqualTo(Arrays.copyOfRange(BYTES, 3 * RANGE + 10, 4 * RANGE));
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(4);
        }
    }

    @Test
    void holds_onlyWhatIsExpectedAndNotRead() throws IOException {
        List<ByteRange> ranges = List.of(new ByteRange(100, 200));
        try (ReaderFixture fixture = new ReaderFixture(Map.of());
                ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, BYTES));
                ExpectedReads reads = new ExpectedReads(reader, ranges, fixture.engine.newWindow("bucket"))) {
            assertThat(reads.holds(99, 1)).isFalse();
            assertThat(reads.holds(100, 101)).isFalse();
            assertThat(reads.holds(100, 100)).isTrue();
            assertThat(read(reads, 100, 50)).hasSize(50);
            assertThat(reads.holds(120, 10)).isFalse();
            assertThat(reads.holds(150, 50)).isTrue();
        }
    }

    @Test
    void close_withRequestsUnderWay_givesMemoryAndPlacesBack() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ReadWindow window = fixture.engine.newWindow("bucket");
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, BYTES))) {
                ExpectedReads reads = new ExpectedReads(reader, List.of(new ByteRange(0, BYTES.length)), window);
                reads.prefetch();
                reads.close();
                assertThat(reads.holds(0, 1)).isFalse();
            }
            assertThat(window.hasRoom()).isTrue();
            fixture.awaitNoMemoryInUse();
        }
    }

    private static byte[] read(ExpectedReads reads, long position, int length) throws IOException {
        assertThat(reads.holds(position, length)).isTrue();
        ByteBuffer target = ByteBuffer.allocate(length);
        reads.fill(position, target);
        return target.array();
    }

    private static List<ByteRange> ranges(ReaderFixture fixture) {
        return fixture.requests.requests().stream()
                .flatMap(request -> request.range().stream())
                .toList();
    }
}
