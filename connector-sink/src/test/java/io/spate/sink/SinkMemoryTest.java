package io.spate.sink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.sink.SinkFixture.Checkpoint;
import io.spate.sink.SpateCommittable.PendingObject;

import static io.spate.sink.SinkFixture.checkpoint;
import static io.spate.sink.SinkFixture.endOfInput;
import static io.spate.sink.SinkFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

/** Writing to more buckets than there is memory for parts. */
@Timeout(120)
class SinkMemoryTest {
    private static final int BUCKETS = 64;
    private static final int ROUNDS = 10;
    private static final int BUDGET = 32 << 20;

    /** 64 KiB that no compression makes much smaller. */
    private static final String LETTERS = new Random(42)
            .ints((64 << 10) - 7, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    private final SinkFixture fixture = new SinkFixture()
            .option("profile", "generic")
            .option("write.part-size", "8 MiB")
            .option("memory", "32 MiB")
            .with(builder -> builder.bucketBy((record, context) -> record.substring(0, 2)));

    @Test
    void write_manyBuckets_staysWithinTheBudgetAndLosesNothing() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            writeRounds(writer, ROUNDS);
            fixture.commit(endOfInput(writer));
            assertThat(fixture.metrics().gauge("spate", "memory.overdrawn")).isZero();
            assertThat(fixture.metrics().gauge("openObjects")).isZero();
        }
        assertThat(fixture.peakMemory()).isLessThanOrEqualTo(BUDGET);
        assertThat(fixture.visible()).hasSizeGreaterThan(BUCKETS);
        assertThat(recordsByBucket(false)).isEqualTo(expected(ROUNDS));
    }

    @Test
    void checkpoint_manyBucketsWithBufferingFormat_holdsEveryRecordOnce() throws Exception {
        fixture.with(builder -> builder.format(TestFormats.buffered()));
        assertCheckpointedAndRestored(false);
    }

    @Test
    void checkpoint_manyBucketsCompressed_holdsEveryRecordOnce() throws Exception {
        fixture.with(builder -> builder.compression(Compression.GZIP));
        assertCheckpointedAndRestored(true);
    }

    /** A checkpoint has all records, be it in objects that were ended for want of memory or in open ones. */
    private void assertCheckpointedAndRestored(boolean compressed) throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            writeRounds(writer, ROUNDS);
            checkpoint = checkpoint(writer);
            writeRounds(writer, 2);
        }
        long records = checkpoint.committables().stream()
                        .mapToLong(PendingObject::records)
                        .sum()
                + checkpoint.states().stream()
                        .mapToLong(SpateWriterState::records)
                        .sum();
        assertThat(records).isEqualTo((long) BUCKETS * ROUNDS);
        fixture.commit(checkpoint.committables());
        try (SpateSinkWriter<String> restored = fixture.writer(0, checkpoint.states())) {
            fixture.commit(checkpoint(restored).committables());
        }
        assertThat(recordsByBucket(compressed)).isEqualTo(expected(ROUNDS));
    }

    private static void writeRounds(SpateSinkWriter<String> writer, int rounds) throws IOException {
        for (int round = 0; round < rounds; round++) {
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                write(writer, record(bucket, round));
            }
        }
    }

    /** 64 KiB that start with their bucket, and end with a line end. */
    private static String record(int bucket, int round) {
        return "%02d:%02d:".formatted(bucket, round) + LETTERS + "\n";
    }

    private static Map<String, List<String>> expected(int rounds) {
        Map<String, List<String>> expected = new TreeMap<>();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            List<String> records = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                records.add("%02d:%02d".formatted(bucket, round));
            }
            expected.put("%02d".formatted(bucket), records);
        }
        return expected;
    }

    /** The beginnings of all visible records in their order, by the bucket in the key. */
    private Map<String, List<String>> recordsByBucket(boolean compressed) throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        fixture.visible().forEach((key, content) -> {
            assertThat(key).startsWith("out/");
            String text = compressed ? decompressed(content) : content;
            List<String> records = found.computeIfAbsent(key.substring(4, 6), bucket -> new ArrayList<>());
            text.lines().forEach(line -> records.add(line.substring(0, 5)));
        });
        found.values().forEach(records -> records.sort(null));
        return found;
    }

    private static String decompressed(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
