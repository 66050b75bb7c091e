package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.FaultyStore;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class VectoredReadsTest {
    private static final int LENGTH = 1 << 20;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readVectored_rangesInAnyOrder_allGetTheirBytes(boolean direct) throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(1, LENGTH);
            try (FSDataInputStream in = fixture.open("vector", LENGTH)) {
                List<FileRange> ranges = List.of(
                        range(900_000, 100_000), range(0, 10), range(10, 20), range(500, 200_000), range(40, 0));
                in.readVectored(ranges, direct ? ByteBuffer::allocateDirect : ByteBuffer::allocate);
                for (FileRange range : ranges) {
                    assertThat(StreamFixture.bytes(range.getData().get(10, TimeUnit.SECONDS)))
                            .isEqualTo(Arrays.copyOfRange(
                                    bytes, (int) range.getOffset(), (int) range.getOffset() + range.getLength()));
                }
                assertThat(in.getPos()).isZero();
                assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
                assertThat(in.getIOStatistics().counters())
                        .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, 1L)
                        .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, 5L)
                        .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES, 2L)
                        .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_READ_BYTES_DISCARDED, 470L)
                        .containsEntry(StreamStatisticNames.STREAM_READ_BYTES, 300_031L);
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void readVectored_wrongRanges_areRefusedBeforeAnyRequest() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, LENGTH);
            try (FSDataInputStream in = fixture.open("vector", LENGTH)) {
                assertRefused(in, IllegalArgumentException.class, range(100, 500), range(400, 500));
                assertRefused(in, IllegalArgumentException.class, range(100, 500), range(100, 500));
                assertRefused(in, IllegalArgumentException.class, range(0, -50));
                assertRefused(in, EOFException.class, range(-1, 50));
                assertRefused(in, EOFException.class, range(0, LENGTH + 1));
                assertRefused(in, EOFException.class, range(LENGTH + 1, 10));
                assertRefused(in, NullPointerException.class, range(0, 1), null);
                assertThatThrownBy(() -> in.readVectored(null, ByteBuffer::allocate))
                        .isInstanceOf(NullPointerException.class);
                assertThatThrownBy(() -> in.readVectored(List.of(range(0, 1)), ByteBuffer::allocate, null))
                        .isInstanceOf(NullPointerException.class);
                in.readVectored(List.of(), ByteBuffer::allocate);
            }
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void readVectored_storeThatFails_failsTheFuturesAndReleasesTheBuffers() throws Exception {
        FaultyStore.Plan plan = FaultyStore.failing(Kind.DENIED, request -> request.range()
                .filter(range -> range.start() >= 500_000)
                .isPresent());
        try (StreamFixture fixture = new StreamFixture(Map.of(), plan)) {
            fixture.put(1, LENGTH);
            Queue<ByteBuffer> released = new ConcurrentLinkedQueue<>();
            AtomicInteger allocated = new AtomicInteger();
            try (FSDataInputStream in = fixture.open("vector", LENGTH)) {
                List<FileRange> ranges = List.of(range(0, 1000), range(600_000, 1000), range(601_000, 1000));
                in.readVectored(
                        ranges,
                        size -> {
                            allocated.incrementAndGet();
                            return ByteBuffer.allocate(size);
                        },
                        released::add);
                assertThat(ranges.get(0).getData().get(10, TimeUnit.SECONDS).remaining())
                        .isEqualTo(1000);
                for (FileRange failed : ranges.subList(1, 3)) {
                    assertThatThrownBy(() -> failed.getData().get(10, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(java.nio.file.AccessDeniedException.class);
                }
            }
            assertThat(allocated).hasValue(2);
            assertThat(released).hasSize(1);
        }
    }

    @Test
    void readVectored_allocatorThatFails_failsTheFuture() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, LENGTH);
            try (FSDataInputStream in = fixture.open("vector", LENGTH)) {
                List<FileRange> ranges = List.of(range(0, 1000));
                in.readVectored(ranges, size -> {
                    throw new IllegalStateException("no more buffers");
                });
                assertThatThrownBy(() -> ranges.get(0).getData().get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(IllegalStateException.class);
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unbufferAndClose_whileRangesAreUnderWay_failTheirFuturesAndHoldNoMemory(boolean close) throws Exception {
        StuckBodies stuck = new StuckBodies();
        try (StreamFixture fixture = new StreamFixture(Map.of(), stuck)) {
            byte[] bytes = fixture.put(1, LENGTH);
            Queue<ByteBuffer> released = new ConcurrentLinkedQueue<>();
            FSDataInputStream in = fixture.open("vector", LENGTH);
            List<FileRange> ranges = List.of(range(0, 1000), range(700_000, 100_000));
            in.readVectored(ranges, ByteBuffer::allocate, released::add);
            assertThat(stuck.begun.await(10, TimeUnit.SECONDS)).isTrue();
            if (close) {
                in.close();
            } else {
                in.unbuffer();
            }
            for (FileRange range : ranges) {
                assertThatThrownBy(() -> range.getData().get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(InterruptedIOException.class);
            }
            stuck.go.countDown();
            fixture.awaitNoMemoryInUse();
            if (!close) {
                assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
                in.close();
            }
        }
    }

    @Test
    void readVectored_moreThanTheBudget_comesThroughWithinIt() throws Exception {
        Map<String, String> options = Map.of("memory", "32m", "read.range-size", "8m");
        try (StreamFixture fixture = new StreamFixture(options, new FaultyStore.Plan() {})) {
            int length = 96 << 20;
            byte[] bytes = fixture.put(1, length);
            try (FSDataInputStream in = fixture.open("vector", length)) {
                List<FileRange> ranges = new ArrayList<>();
                for (int at = 0; at < length; at += 8 << 20) {
                    ranges.add(range(at, (8 << 20) - 100));
                }
                in.readVectored(ranges, ByteBuffer::allocate);
                for (FileRange range : ranges) {
                    ByteBuffer answer = range.getData().get(30, TimeUnit.SECONDS);
                    int at = (int) range.getOffset();
                    assertThat(answer.equals(ByteBuffer.wrap(bytes, at, range.getLength())))
                            .isTrue();
                }
            }
            assertThat(fixture.engine().peakTransferMemory()).isLessThanOrEqualTo(32 << 20);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void readVectored_onAClosedFileSystem_failsTheFutures() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, LENGTH);
            FSDataInputStream in = fixture.open("vector", LENGTH);
            fixture.fileSystem.close();
            List<FileRange> ranges = List.of(range(0, 1000));
            in.readVectored(ranges, ByteBuffer::allocate);
            assertThatThrownBy(() -> ranges.get(0).getData().get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
            in.close();
        }
    }

    private static FileRange range(long offset, int length) {
        return FileRange.createFileRange(offset, length);
    }

    private static void assertRefused(FSDataInputStream in, Class<? extends Exception> failure, FileRange... ranges) {
        assertThatThrownBy(() -> in.readVectored(Arrays.asList(ranges), ByteBuffer::allocate))
                .isInstanceOf(failure);
    }

    /** Bodies that give nothing until they are let go. */
    private static final class StuckBodies implements FaultyStore.Plan {
        private final CountDownLatch begun = new CountDownLatch(2);
        private final CountDownLatch go = new CountDownLatch(1);

        @Override
        public void reading(StoreRequest request, long delivered) throws IOException {
            begun.countDown();
            try {
                if (!go.await(30, TimeUnit.SECONDS)) {
                    throw new IOException("never let go");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
