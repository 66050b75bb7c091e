package io.spate.hadoop;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;
import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Which requests each way of reading sends, exactly. */
@Timeout(60)
final class ReadRequestsTest {
    private static final int RANGE = StreamFixture.RANGE;
    private static final int MINIMUM = StreamFixture.MINIMUM;

    @ParameterizedTest
    @ValueSource(strings = {"whole-file", "sequential", "csv", "adaptive", "default", "unknown"})
    void read_sequentially_costsOneGetARange(String policy) throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(1, 20 * RANGE + 7);
            try (FSDataInputStream in = fixture.open(policy, bytes.length)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            assertThat(fixture.gets()).isEqualTo(21);
            assertThat(fixture.requests.requests()).hasSize(21);
        }
    }

    @Test
    void read_randomPolicySequentially_costsOneGetAMinimum() throws Exception {
        try (StreamFixture fixture =
                new StreamFixture(Map.of("read.random-minimum", "100k"), new FaultyStore.Plan() {})) {
            byte[] bytes = fixture.put(1, 1000 << 10);
            try (FSDataInputStream in = fixture.open("random", bytes.length)) {
                byte[] piece = new byte[10 << 10];
                for (int at = 0; at < bytes.length; at += piece.length) {
                    in.readFully(piece);
                    assertThat(piece).isEqualTo(Arrays.copyOfRange(bytes, at, at + piece.length));
                }
            }
            // Each of 100 KiB comes in two: the range size of the engine is 64 KiB here.
            assertThat(fixture.gets()).isEqualTo(20);
        }
    }

    @Test
    void read_firstByteOfWholeFile_startsAllRangesAtOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(10);
        FaultyStore.Plan togetherOrNotAtAll = new FaultyStore.Plan() {
            @Override
            public void reading(StoreRequest request, long delivered) throws IOException {
                begun.countDown();
                try {
                    if (!begun.await(30, TimeUnit.SECONDS)) {
                        throw new IOException("the others were not begun");
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        try (StreamFixture fixture = new StreamFixture(Map.of(), togetherOrNotAtAll)) {
            byte[] bytes = fixture.put(2, 10 * RANGE);
            try (FSDataInputStream in = fixture.open("whole-file", bytes.length)) {
                assertThat(fixture.requests.requests()).isEmpty();
                assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
            }
            assertThat(fixture.gets()).isEqualTo(10);
        }
    }

    @Test
    void read_adaptiveFirstByte_asksForOneRange() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(2, 10 * RANGE);
            try (FSDataInputStream in = fixture.open("adaptive", bytes.length)) {
                assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
                assertThat(fixture.ranges()).containsExactly(new ByteRange(0, RANGE));
            }
        }
    }

    @Test
    void read_smallAndRandomWithinTheMinimum_costsOneGet() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(3, 10 * RANGE);
            try (FSDataInputStream in = fixture.open("random", bytes.length)) {
                for (int position : new int[] {1000, 50_000, 1000, 1000 + MINIMUM - 8, 20_000}) {
                    in.seek(position);
                    byte[] piece = new byte[8];
                    in.readFully(piece);
                    in.readFully(position, piece);
                    assertThat(piece).isEqualTo(Arrays.copyOfRange(bytes, position, position + 8));
                }
            }
            assertThat(fixture.ranges()).containsExactly(new ByteRange(1000, 1000 + MINIMUM));
        }
    }

    @Test
    void read_largeAndRandom_fetchesExactlyThat() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(3, 10 * RANGE);
            try (FSDataInputStream in = fixture.open("random", bytes.length)) {
                in.seek(12_345);
                byte[] piece = new byte[2 * RANGE + 5];
                assertThat(in.read(piece)).isEqualTo(piece.length);
                assertThat(piece).isEqualTo(Arrays.copyOfRange(bytes, 12_345, 12_345 + piece.length));
            }
            assertThat(fixture.ranges())
                    .containsExactlyInAnyOrder(
                            new ByteRange(12_345, 12_345 + RANGE),
                            new ByteRange(12_345 + RANGE, 12_345 + 2 * RANGE),
                            new ByteRange(12_345 + 2 * RANGE, 12_345 + 2 * RANGE + 5));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "random", "adaptive"})
    void read_footerByItsLengthAtTheEnd_costsOneGet(String policy) throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(4, 10 * RANGE);
            try (FSDataInputStream in = fixture.open(policy, bytes.length)) {
                byte[] last = new byte[8];
                in.seek(bytes.length - 8);
                in.readFully(last);
                byte[] footer = new byte[30_000];
                in.seek(bytes.length - 8 - footer.length);
                in.readFully(footer);
                assertThat(footer)
                        .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 8 - footer.length, bytes.length - 8));
            }
            assertThat(fixture.ranges()).containsExactly(new ByteRange(bytes.length - MINIMUM, bytes.length));
        }
    }

    @Test
    void seek_forwardWithinWhatIsInFlight_costsNoGet() throws Exception {
        try (StreamFixture fixture = new StreamFixture(Map.of("read.range-size", "256k"), new FaultyStore.Plan() {})) {
            byte[] bytes = fixture.put(5, 256 << 10);
            try (FSDataInputStream in = fixture.open("adaptive", bytes.length)) {
                for (int position : new int[] {0, 10, 10_000, 200_000, 262_143}) {
                    in.seek(position);
                    assertThat(in.read()).isEqualTo(bytes[position] & 0xff);
                }
            }
            assertThat(fixture.ranges()).containsExactly(new ByteRange(0, 256 << 10));
        }
    }

    @Test
    void seek_backwardInAdaptive_fetchesTheMinimumFromThenOn() throws Exception {
        try (StreamFixture fixture = new StreamFixture(Map.of("read.range-size", "1m"), new FaultyStore.Plan() {})) {
            byte[] bytes = fixture.put(5, 4 << 20);
            try (FSDataInputStream in = fixture.open("adaptive", bytes.length)) {
                for (int position : new int[] {500_000, 100_000, 3_000_000}) {
                    in.seek(position);
                    assertThat(in.read()).isEqualTo(bytes[position] & 0xff);
                }
            }
            assertThat(fixture.ranges())
                    .containsExactly(
                            new ByteRange(500_000, 1 << 20),
                            new ByteRange(100_000, 100_000 + MINIMUM),
                            new ByteRange(3_000_000, 3_000_000 + MINIMUM));
        }
    }

    @Test
    void seek_withoutRead_costsNothing() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(5, 4 * RANGE);
            try (FSDataInputStream in = fixture.open("sequential", bytes.length)) {
                in.seek(100);
                in.seek(3 * RANGE);
                in.seek(bytes.length);
                assertThat(in.skip(10)).isZero();
                assertThat(in.read()).isEqualTo(-1);
            }
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void unbuffer_thenReadOn_costsOneGetMoreAndHoldsNoMemory() throws Exception {
        try (StreamFixture fixture = new StreamFixture(Map.of("read.range-size", "1m"), new FaultyStore.Plan() {})) {
            byte[] bytes = fixture.put(6, 1 << 20);
            try (FSDataInputStream in = fixture.open("sequential", bytes.length)) {
                byte[] half = new byte[512 << 10];
                in.readFully(half);
                in.unbuffer();
                fixture.awaitNoMemoryInUse();
                assertThat(in.getPos()).isEqualTo(half.length);
                in.readFully(half);
                assertThat(half).isEqualTo(Arrays.copyOfRange(bytes, half.length, bytes.length));
            }
            assertThat(fixture.ranges()).containsExactly(new ByteRange(0, 1 << 20), new ByteRange(512 << 10, 1 << 20));
        }
    }

    @Test
    void read_split_fetchesItWithALittleBehindItsEnd() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(7, 100 * RANGE);
            try (FSDataInputStream in = split(fixture, 10L * RANGE, 14L * RANGE)) {
                in.seek(10L * RANGE);
                byte[] target = new byte[4 * RANGE + 1000];
                in.readFully(target);
                assertThat(target).isEqualTo(Arrays.copyOfRange(bytes, 10 * RANGE, 14 * RANGE + 1000));
            }
            assertThat(fixture.ranges())
                    .containsExactlyInAnyOrder(
                            new ByteRange(10L * RANGE, 11L * RANGE),
                            new ByteRange(11L * RANGE, 12L * RANGE),
                            new ByteRange(12L * RANGE, 13L * RANGE),
                            new ByteRange(13L * RANGE, 15L * RANGE));
        }
    }

    @Test
    void read_pastTheEndOfTheSplit_goesOnToTheEndOfTheFile() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(7, 20 * RANGE);
            try (FSDataInputStream in = split(fixture, 10L * RANGE, 14L * RANGE)) {
                in.seek(13L * RANGE);
                assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 13 * RANGE, 20 * RANGE));
                in.seek(0);
                byte[] header = new byte[100];
                in.readFully(header);
                assertThat(header).isEqualTo(Arrays.copyOf(bytes, 100));
            }
        }
    }

    @Test
    void open_withoutStatus_costsOneHead() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(8, 10);
            fixture.fileSystem.open(StreamFixture.FILE).close();
            assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(1);
            StreamFixture.open(fixture.fileSystem.openFile(StreamFixture.FILE)).close();
            assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(2);
            assertThat(fixture.requests.requests()).hasSize(2);
        }
    }

    @Test
    void open_withStatusOfListing_costsNothingAndIsPinned() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(8, 10);
            SpateFileStatus status = (SpateFileStatus) fixture.fileSystem.listStatus(new Path("/d"))[0];
            long before = fixture.requests.requests().size();
            try (FSDataInputStream in = StreamFixture.open(
                    fixture.fileSystem.openFile(StreamFixture.FILE).withFileStatus(status))) {
                assertThat(fixture.requests.requests()).hasSize((int) before);
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            assertThat(fixture.requests.requests()).hasSize((int) before + 1);
            assertThat(fixture.gets()).isEqualTo(1);
        }
    }

    @Test
    void readVectored_nearRanges_areJoinedAndFarOnesAreNot() throws Exception {
        try (StreamFixture fixture = new StreamFixture(Map.of("read.range-size", "1m"), new FaultyStore.Plan() {})) {
            byte[] bytes = fixture.put(9, 4 << 20);
            try (FSDataInputStream in = fixture.open("vector", bytes.length)) {
                List<ByteRange> ranges = List.of(
                        new ByteRange(1_000_000, 1_000_100),
                        new ByteRange(0, 100),
                        new ByteRange(200, 300),
                        new ByteRange(300 + VectoredReads.JOIN_GAP, 70_000));
                List<byte[]> answers = StreamFixture.readVectored(in, ranges);
                for (int i = 0; i < ranges.size(); i++) {
                    assertThat(answers.get(i))
                            .isEqualTo(Arrays.copyOfRange(
                                    bytes, (int) ranges.get(i).start(), (int)
                                            ranges.get(i).end()));
                }
            }
            assertThat(fixture.ranges())
                    .containsExactlyInAnyOrder(
                            new ByteRange(0, 300),
                            new ByteRange(300 + VectoredReads.JOIN_GAP, 70_000),
                            new ByteRange(1_000_000, 1_000_100));
        }
    }

    private static FSDataInputStream split(StreamFixture fixture, long start, long end) throws Exception {
        return StreamFixture.open(fixture.fileSystem
                .openFile(StreamFixture.FILE)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "sequential")
                .optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, start)
                .optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, end));
    }
}
