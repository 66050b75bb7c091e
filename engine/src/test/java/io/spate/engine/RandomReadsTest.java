package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class RandomReadsTest {
    @Test
    void readFully_twiceAtTheEnd_isOneRequest() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, 10_000);
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, bytes))) {
                RandomReads reads = new RandomReads(reader, 1000);
                assertThat(read(reads, 9_992, 8)).isEqualTo(Arrays.copyOfRange(bytes, 9_992, 10_000));
                assertThat(read(reads, 9_000, 992)).isEqualTo(Arrays.copyOfRange(bytes, 9_000, 9_992));
            }
            assertThat(fixture.requests.count(Operation.GET)).isEqualTo(1);
        }
    }

    @Test
    void readFully_pastTheEnd_isRefusedWithoutARequest() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, random(1, 100)))) {
                assertThatThrownBy(() -> read(new RandomReads(reader, 10), 95, 6))
                        .isInstanceOf(EOFException.class)
                        .hasMessageContaining(URI.toString());
            }
            assertThat(fixture.requests.count(Operation.GET)).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0, 100",
        "500, 99, 500, 600",
        "500, 100, 500, 600",
        "500, 350, 500, 850",
        "992, 8, 900, 1000",
        "950, 50, 900, 1000",
        "900, 1, 900, 1000"
    })
    void rangeFor_objectOf1000AndMinimum100_isWhatIsAskedOrTheMinimumWithinTheObject(
            long position, int wanted, long start, long end) {
        assertThat(RandomReads.rangeFor(position, wanted, 1000, 100)).isEqualTo(new ByteRange(start, end));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0, 50", "49, 1, 0, 50", "10, 20, 0, 50"})
    void rangeFor_objectBelowTheMinimum_isTheObject(long position, int wanted, long start, long end) {
        assertThat(RandomReads.rangeFor(position, wanted, 50, 100)).isEqualTo(new ByteRange(start, end));
    }

    private static byte[] read(RandomReads reads, long position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        reads.readFully(position, target);
        return target.array();
    }
}
