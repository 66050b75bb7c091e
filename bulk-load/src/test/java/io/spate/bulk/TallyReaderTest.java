package io.spate.bulk;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.source.RecordInput;
import io.spate.source.RecordReader;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class TallyReaderTest {
    @ParameterizedTest
    @CsvSource({"'',0", "a,1", "'\n',1", "'a\n',1", "'a\nb',2", "'\n\n',2", "'a\r\nb\r\n',2", "'\r',1"})
    void next_smallObject_countsObjectLinesAndBytes(String text, long lines) throws Exception {
        byte[] content = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);

        assertThat(sum(content, List.of(new ByteRange(0, content.length)), new Random(1)))
                .isEqualTo(new Tally(1, lines, content.length));
    }

    @Test
    void next_randomObjectsCutAnywhere_addUpToTheWhole() throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            byte[] content = randomText(random, random.nextInt(3000));

            assertThat(sum(content, randomCuts(random, content.length), random))
                    .as("seed %d", seed)
                    .isEqualTo(new Tally(1, lines(content), content.length));
        }
    }

    @Test
    void next_longObject_emitsTalliesOnTheWay() throws Exception {
        byte[] content = randomText(new Random(7), 2 << 20);
        List<Tally> tallies = tallies(content, new ByteRange(0, content.length), new Random(7));

        assertThat(tallies).hasSizeBetween(7, 9);
    }

    private static Tally sum(byte[] content, List<ByteRange> ranges, Random random) throws IOException {
        Tally sum = new Tally(0, 0, 0);
        for (ByteRange range : ranges) {
            for (Tally tally : tallies(content, range, random)) {
                sum = new Tally(
                        sum.objects() + tally.objects(), sum.lines() + tally.lines(), sum.bytes() + tally.bytes());
            }
        }
        return sum;
    }

    /** Reads a range, goes on with a new reader at the position of the old one now and then, as after a restore. */
    private static List<Tally> tallies(byte[] content, ByteRange range, Random random) throws IOException {
        List<Tally> tallies = new ArrayList<>();
        TallyFormat format = new TallyFormat();
        RecordReader<Tally> reader = format.reader(new Bytes(content, random), range, range.start());
        RecordReader.Outcome outcome = reader.next(tallies::add);
        while (outcome != RecordReader.Outcome.END) {
            if (random.nextInt(10) == 0 && content.length > 0) {
                reader = format.reader(new Bytes(content, random), range, reader.position());
            }
            outcome = reader.next(tallies::add);
        }
        return tallies;
    }

    private static List<ByteRange> randomCuts(Random random, int length) {
        List<ByteRange> ranges = new ArrayList<>();
        int start = 0;
        while (start < length) {
            int end = Math.min(length, start + 1 + random.nextInt(1 + length / 3));
            ranges.add(new ByteRange(start, end));
            start = end;
        }
        return ranges.isEmpty() ? List.of(new ByteRange(0, 0)) : ranges;
    }

    private static byte[] randomText(Random random, int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        int newlines = 1 + random.nextInt(200);
        for (int i = 0; i < length; i++) {
            if (random.nextInt(newlines) == 0) {
                content[i] = '\n';
            }
        }
        return content;
    }

    private static long lines(byte[] content) {
        long newlines = 0;
        for (byte each : content) {
            newlines += each == '\n' ? 1 : 0;
        }
        return content.length > 0 && content[content.length - 1] != '\n' ? newlines + 1 : newlines;
    }

    /** An object in memory that gives as much as it likes, sometimes nothing. */
    private static final class Bytes implements RecordInput {
        private final byte[] content;
        private final Random random;
        private int position;

        Bytes(byte[] content, Random random) {
            this.content = content;
            this.random = random;
        }

        @Override
        public ObjectInfo info() {
            return new ObjectInfo(new ObjectUri("bucket", "key"), content.length, "etag", Instant.EPOCH);
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (position == content.length) {
                return -1;
            }
            int count = Math.min(random.nextInt(length + 1), content.length - position);
            System.arraycopy(content, position, target, offset, count);
            position += count;
            return count;
        }

        @Override
        public void seek(long newPosition) {
            position = Math.toIntExact(newPosition);
        }
    }
}
