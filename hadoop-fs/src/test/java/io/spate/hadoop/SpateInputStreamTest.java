package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.FaultyStore;
import io.spate.engine.StoreException;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class SpateInputStreamTest {
    private static final int LENGTH = 300_000;

    private StreamFixture fixture;
    private byte[] bytes;

    @BeforeEach
    void open() throws IOException {
        fixture = new StreamFixture();
        bytes = fixture.put(1, LENGTH);
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "sequential", "random", "whole-file"})
    void read_oneByteAfterTheOther_givesAllAndThenMinusOne(String policy) throws Exception {
        try (FSDataInputStream in = fixture.open(policy, LENGTH)) {
            for (int i = 0; i < LENGTH; i++) {
                assertThat(in.read()).isEqualTo(bytes[i] & 0xff);
            }
            assertThat(in.getPos()).isEqualTo(LENGTH);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read(new byte[10])).isEqualTo(-1);
            assertThat(in.read(new byte[0])).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "random"})
    void read_smallArrayAcrossRanges_isFilled(String policy) throws Exception {
        try (FSDataInputStream in = fixture.open(policy, LENGTH)) {
            byte[] target = new byte[100_000];
            assertThat(in.read(target)).isEqualTo(target.length);
            assertThat(in.read(target)).isEqualTo(target.length);
            assertThat(target).isEqualTo(Arrays.copyOfRange(bytes, 100_000, 200_000));
            in.seek(LENGTH - 10);
            assertThat(in.read(target)).isEqualTo(10);
        }
    }

    @Test
    void read_emptyFile_isAtItsEndWithoutARequest() throws Exception {
        fixture.put(1, 0);
        try (FSDataInputStream in = fixture.open("whole-file", 0)) {
            in.seek(0);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read(0, new byte[1], 0, 1)).isEqualTo(-1);
            in.unbuffer();
        }
        assertThat(fixture.requests.requests()).isEmpty();
    }

    @Test
    void seek_outsideTheFile_failsWithEofAndMovesNothing() throws Exception {
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            in.seek(5);
            assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> in.seek(LENGTH + 1))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("spate://bucket/d/file");
            assertThat(in.getPos()).isEqualTo(5);
            assertThat(in.read()).isEqualTo(bytes[5] & 0xff);
            assertThat(in.seekToNewSource(0)).isFalse();
        }
    }

    @Test
    void skip_moreThanThereIs_endsAtTheEnd() throws Exception {
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            assertThat(in.skip(-5)).isZero();
            assertThat(in.skip(1000)).isEqualTo(1000);
            assertThat(in.read()).isEqualTo(bytes[1000] & 0xff);
            assertThat(in.available()).isEqualTo(LENGTH - 1001);
            assertThat(in.skip(1L << 40)).isEqualTo(LENGTH - 1001);
            assertThat(in.available()).isZero();
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void positionedRead_anywhere_doesNotMoveThePosition() throws Exception {
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            in.seek(40_000);
            byte[] target = new byte[256];
            assertThat(in.read(128, target, 0, 256)).isEqualTo(256);
            assertThat(target).isEqualTo(Arrays.copyOfRange(bytes, 128, 384));
            assertThat(in.read(LENGTH - 10, target, 0, 256)).isEqualTo(10);
            assertThat(in.read(LENGTH, target, 0, 256)).isEqualTo(-1);
            assertThat(in.read(LENGTH + 10, target, 0, 256)).isEqualTo(-1);
            assertThat(in.read(0, target, 0, 0)).isZero();
            assertThatThrownBy(() -> in.read(-1, target, 0, 1)).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> in.readFully(LENGTH - 10, target)).isInstanceOf(EOFException.class);
            in.readFully(LENGTH + 10, target, 0, 0);
            assertThatThrownBy(() -> in.readFully(0, target, 200, 57)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(in.getPos()).isEqualTo(40_000);
            assertThat(in.read()).isEqualTo(bytes[40_000] & 0xff);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void read_byteBuffers_areFilledFromTheirPosition(boolean direct) throws Exception {
        IntFunction<ByteBuffer> allocate = direct ? ByteBuffer::allocateDirect : ByteBuffer::allocate;
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            ByteBuffer target = allocate.apply(200_000);
            target.position(10).limit(50_010);
            assertThat(in.read(target)).isEqualTo(50_000);
            assertThat(StreamFixture.bytes(target.flip().position(10))).isEqualTo(Arrays.copyOf(bytes, 50_000));
            target.clear();
            in.readFully(77, target);
            assertThat(target.hasRemaining()).isFalse();
            assertThat(StreamFixture.bytes(target.flip())).isEqualTo(Arrays.copyOfRange(bytes, 77, 200_077));
            target.clear();
            assertThat(in.read(LENGTH - 100, target)).isEqualTo(100);
            assertThat(target.position()).isEqualTo(100);
            assertThat(in.read(LENGTH, target)).isEqualTo(-1);
            assertThatThrownBy(() -> in.readFully(LENGTH - 100, target)).isInstanceOf(EOFException.class);
            assertThat(in.getPos()).isEqualTo(50_000);
        }
    }

    @Test
    void anything_afterClose_failsAndNamesThePath() throws Exception {
        FSDataInputStream in = fixture.open("adaptive", LENGTH);
        assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
        in.close();
        in.close();
        in.unbuffer();
        for (Callable<?> use : List.<Callable<?>>of(
                in::read,
                () -> in.read(new byte[1]),
                () -> in.read(ByteBuffer.allocate(1)),
                () -> in.read(0, new byte[1], 0, 1),
                () -> in.skip(1),
                in::available)) {
            assertThatThrownBy(use::call)
                    .isInstanceOf(IOException.class)
                    .hasMessage("stream is closed: spate://bucket/d/file");
        }
        assertThatThrownBy(() -> in.seek(0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> in.readVectored(List.of(), ByteBuffer::allocate))
                .isInstanceOf(IOException.class);
        fixture.awaitNoMemoryInUse();
    }

    @Test
    void hints_thatChangeNothing_areTaken() throws Exception {
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            in.setReadahead(1L << 20);
            in.setReadahead(null);
            in.setDropBehind(true);
            assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
        }
    }

    @Test
    void hasCapability_whatItCan_andNothingElse() throws Exception {
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            assertThat(List.of(
                            "in:readahead",
                            "in:unbuffer",
                            "in:readvectored",
                            "in:readbytebuffer",
                            "IN:PREADBYTEBUFFER",
                            "iostatistics",
                            StreamCapabilities.IOSTATISTICS_CONTEXT))
                    .allMatch(in::hasCapability);
            assertThat(List.of("dropbehind", "hsync", StreamCapabilities.VECTOREDIO_BUFFERS_SLICED, "other"))
                    .noneMatch(in::hasCapability);
        }
    }

    @Test
    void positionedReads_byManyThreadsBesideASequence_allGetTheirBytes() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                Random random = new Random(thread);
                tasks.add(() -> {
                    boolean same = true;
                    for (int i = 0; i < 100; i++) {
                        byte[] target = new byte[1 + random.nextInt(i % 10 == 0 ? 150_000 : 1000)];
                        int from = random.nextInt(LENGTH - target.length);
                        in.readFully(from, target);
                        same &= Arrays.equals(target, Arrays.copyOfRange(bytes, from, from + target.length));
                    }
                    return same;
                });
            }
            List<Future<Boolean>> reads = new ArrayList<>();
            tasks.forEach(task -> reads.add(threads.submit(task)));
            assertThat(in.readAllBytes()).isEqualTo(bytes);
            for (Future<Boolean> read : reads) {
                assertThat(read.get(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdown();
        }
        fixture.awaitNoMemoryInUse();
    }

    @Test
    void statistics_ofAStream_tellEachReadAtOnce() throws Exception {
        IOStatisticsContext.getCurrentIOStatisticsContext().reset();
        IOStatistics statistics;
        try (FSDataInputStream in = fixture.open("adaptive", LENGTH)) {
            statistics = in.getIOStatistics();
            assertBytes(statistics, 0);
            in.read();
            assertBytes(statistics, 1);
            in.readFully(new byte[128]);
            assertBytes(statistics, 129);
            in.readFully(0, new byte[100]);
            assertBytes(statistics, 229);
            in.seek(256);
            in.seek(10);
            assertBytes(statistics, 229);
            assertThat(statistics.counters())
                    .containsEntry(StreamStatisticNames.STREAM_READ_OPERATIONS, 2L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_FULLY_OPERATIONS, 1L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS, 2L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS, 1L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_SEEK_BYTES_BACKWARDS, 246L);
        }
        assertBytes(statistics, 229);
        assertThat(IOStatisticsContext.getCurrentIOStatisticsContext()
                        .snapshot()
                        .counters())
                .containsEntry(StreamStatisticNames.STREAM_READ_BYTES, 229L);
    }

    @Test
    void statistics_ofTheFileSystem_haveAllBytesOnceTheStreamIsClosed() throws Exception {
        FileSystem.Statistics statistics = new FileSystem.Statistics("spate");
        OpenedFile opened = new OpenedFile(
                StreamFixture.FILE,
                fixture.engine().reader(fixture.info()),
                ReadPolicy.ADAPTIVE,
                StreamFixture.MINIMUM,
                () -> fixture.engine().newWindow(FileSystemFixture.BUCKET),
                Runnable::run,
                statistics);
        try (SpateInputStream in = new SpateInputStream(opened)) {
            assertThat(in.readAllBytes()).hasSize(LENGTH);
            assertThat(statistics.getBytesRead()).isBetween(LENGTH - (128L << 10), (long) LENGTH);
            in.readFully(0, new byte[1000]);
            in.readVectored(List.of(FileRange.createFileRange(0, 500)), ByteBuffer::allocate);
        }
        assertThat(statistics.getBytesRead()).isEqualTo(LENGTH + 1500);
    }

    @Test
    void read_failedRead_leavesThePositionAndWorksAgain() throws Exception {
        boolean[] fails = {true};
        FaultyStore.Plan plan = FaultyStore.failing(
                StoreException.Kind.DENIED, request -> request.range().isPresent() && fails[0]);
        try (StreamFixture faulty = new StreamFixture(Map.of(), plan)) {
            byte[] content = faulty.put(1, LENGTH);
            try (FSDataInputStream in = faulty.open("adaptive", LENGTH)) {
                in.seek(100);
                assertThatThrownBy(in::read).isInstanceOf(java.nio.file.AccessDeniedException.class);
                assertThat(in.getPos()).isEqualTo(100);
                fails[0] = false;
                assertThat(in.read()).isEqualTo(content[100] & 0xff);
                assertThat(in.getIOStatistics().counters())
                        .containsEntry(StreamStatisticNames.STREAM_READ_EXCEPTIONS, 1L);
            }
        }
    }

    @Test
    void close_whileAnotherThreadReads_endsThatRead() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                reading.countDown();
                boolean unused = awaited(answered);
            }
        };
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (StreamFixture slow = new StreamFixture(Map.of(), plan)) {
            slow.put(1, LENGTH);
            FSDataInputStream in = slow.open("sequential", LENGTH);
            Future<Integer> read = threads.submit(() -> in.read());
            assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();

            in.close();

            assertThatThrownBy(() -> read.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
            answered.countDown();
            slow.awaitNoMemoryInUse();
        } finally {
            answered.countDown();
            threads.shutdownNow();
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(50, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void assertBytes(IOStatistics statistics, long bytes) {
        assertThat(statistics.counters()).containsEntry(StreamStatisticNames.STREAM_READ_BYTES, bytes);
    }
}
