package io.spate.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;

/** 200 streams at once that share 64 MiB, where each would like more than a megabyte. */
@Timeout(180)
final class StreamMemoryTest {
    private static final int STREAMS = 200;
    private static final int LENGTH = 1_200_000;
    private static final int PIECE = 4096;
    private static final long BUDGET = 64 << 20;
    private static final List<String> POLICIES = List.of("sequential", "whole-file", "adaptive", "random");

    @Test
    void streams_readInTurnsAndInRangesAtOnce_allFinishWithinTheBudget() throws Exception {
        Map<String, String> options = Map.of("memory", "64m", "read.range-size", "8m");
        try (StreamFixture fixture = new StreamFixture(options, new FaultyStore.Plan() {})) {
            byte[] bytes = StreamFixture.random(1, LENGTH);
            List<FSDataInputStream> streams = openAll(fixture, bytes);
            List<List<FileRange>> asked = new ArrayList<>();
            for (FSDataInputStream in : streams) {
                asked.add(askForRanges(in));
            }
            readInTurns(streams, bytes);
            for (List<FileRange> ranges : asked) {
                for (FileRange range : ranges) {
                    ByteBuffer answer = range.getData().get(60, TimeUnit.SECONDS);
                    assertThat(answer.equals(ByteBuffer.wrap(bytes, (int) range.getOffset(), range.getLength())))
                            .isTrue();
                }
            }
            for (FSDataInputStream in : streams) {
                in.close();
            }
            System.out.println("peak of transfer memory: " + fixture.engine().peakTransferMemory() + " of " + BUDGET);
            assertThat(fixture.engine().peakTransferMemory()).isLessThanOrEqualTo(BUDGET);
            fixture.awaitNoMemoryInUse();
        }
    }

    private static List<FSDataInputStream> openAll(StreamFixture fixture, byte[] bytes) throws Exception {
        List<FSDataInputStream> streams = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            fixture.memory.put(new ObjectUri(FileSystemFixture.BUCKET, "many/" + i), bytes);
            streams.add(StreamFixture.open(fixture.fileSystem
                    .openFile(new Path("/many/" + i))
                    .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, POLICIES.get(i % POLICIES.size()))));
        }
        return streams;
    }

    private static List<FileRange> askForRanges(FSDataInputStream in) throws IOException {
        List<FileRange> ranges = List.of(
                FileRange.createFileRange(0, 100_000),
                FileRange.createFileRange(300_000, 500_000),
                FileRange.createFileRange(1_000_000, 200_000));
        in.readVectored(ranges, ByteBuffer::allocate);
        return ranges;
    }

    private static void readInTurns(List<FSDataInputStream> streams, byte[] bytes) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int at = 0; at < LENGTH; at += PIECE) {
            int size = Math.min(PIECE, LENGTH - at);
            for (FSDataInputStream in : streams) {
                in.readFully(piece, 0, size);
                assertThat(Arrays.equals(piece, 0, size, bytes, at, at + size)).isTrue();
            }
        }
    }
}
