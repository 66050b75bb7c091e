package io.spate.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import io.spate.codec.Codec;
import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnpackedFormatTest {
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void reader_compressedObject_readsOnFromAnyPosition(Codec codec) throws IOException {
        List<String> lines = lines(1000);
        byte[] object = joined(compressed(codec, lines.subList(0, 300)), compressed(codec, lines.subList(300, 1000)));
        RecordFormat<String> format = Formats.decompressed(Formats.lines(), codec);
        Random random = new Random(3);
        List<Long> skips = new ArrayList<>();

        assertThat(read(format, object, 0, skips, random)).isEqualTo(lines);
        for (int read : List.of(0, 1, 299, 300, 998, 999)) {
            assertThat(read(format, object, skips.get(read), new ArrayList<>(), random))
                    .isEqualTo(lines.subList(read + 1, 1000));
        }
    }

    @Test
    void isSplittable_byTheEndOfTheKey_onlyWhatIsNotCompressed() {
        RecordFormat<String> format = Formats.decompressed(Formats.lines());
        assertThat(format.isSplittable(TestObjects.object("a.txt", 10))).isTrue();
        assertThat(format.isSplittable(TestObjects.object("a.txt.gz", 10))).isFalse();
        assertThat(format.isSplittable(TestObjects.object("a.br", 10))).isFalse();
        assertThat(Formats.decompressed(Formats.lines(), Codec.GZIP).isSplittable(TestObjects.object("a.txt", 10)))
                .isFalse();
    }

    @Test
    void decompressed_formatsThatGoByLengths_areRefused() {
        assertThatThrownBy(() -> Formats.decompressed(Formats.wholeObject())).hasMessageContaining("Formats.lines()");
        assertThatThrownBy(() -> Formats.decompressed(Formats.bytes(10), Codec.GZIP))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void expectedRange_ofACompressedObject_isAllOfIt() {
        RecordFormat<String> format = Formats.decompressed(Formats.lines());
        assertThat(format.expectedRange(TestObjects.object("a.gz", 10), new ByteRange(0, 10)))
                .isEqualTo(new ByteRange(0, 10));
    }

    @Test
    void reader_keyOfAnUnknownCodec_isRefusedWithItsKey() {
        RecordFormat<String> format = Formats.decompressed(Formats.lines());
        BytesInput input = BytesInput.named("dir/a.br", new byte[10]);
        assertThatThrownBy(() -> format.reader(input, new ByteRange(0, 10), 0))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("spate://bucket/dir/a.br", "Brotli", ".gz");
    }

    @Test
    void reader_emptyObject_hasNoRecords() throws IOException {
        RecordFormat<String> format = Formats.decompressed(Formats.lines(), Codec.GZIP);
        assertThat(FormatReading.records(format, new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"NONE", "SNAPPY"})
    void reader_objectThatEndsEarly_failsWithItsKey(Codec codec) throws IOException {
        byte[] whole = compressed(codec, lines(1000));
        byte[] object = Arrays.copyOf(whole, whole.length - 3);
        assertThatThrownBy(() -> FormatReading.records(Formats.decompressed(Formats.lines(), codec), object))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("spate://bucket/key", "cannot be decompressed as " + codec, "damaged");
    }

    @Test
    void reader_objectThatIsNotCompressed_failsWithItsKey() {
        byte[] object = "plain text\n".repeat(100).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> FormatReading.records(Formats.decompressed(Formats.lines(), Codec.ZSTD), object))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(BadRecordException.class)
                .hasMessageContainingAll("spate://bucket/key", "cannot be decompressed as ZSTD");
    }

    @Test
    void reader_inputThatFails_failsAsTheInputDoes() {
        RecordInput broken = new FailingInput();
        assertThatThrownBy(() -> Formats.decompressed(Formats.lines(), Codec.GZIP)
                        .reader(broken, new ByteRange(0, 10), 0)
                        .next(line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("lost");
    }

    private static List<String> read(
            RecordFormat<String> format, byte[] object, long skip, List<Long> skips, Random random) throws IOException {
        List<String> lines = new ArrayList<>();
        ByteRange range = new ByteRange(0, object.length);
        try (RecordReader<String> reader = format.reader(new BytesInput(object, random), range, 0, skip)) {
            while (true) {
                switch (reader.next(lines::add)) {
                    case UNIT -> {
                        assertThat(reader.position()).isZero();
                        skips.add(reader.skip());
                    }
                    case WOKEN -> assertThat(reader.position()).isZero();
                    case END -> {
                        assertThat(reader.position()).isEqualTo(object.length);
                        return lines;
                    }
                }
            }
        }
    }

    private static List<String> lines(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i * 7919).toList();
    }

    private static byte[] compressed(Codec codec, List<String> lines) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (OutputStream out = codec.compress(object)) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return object.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static final class FailingInput implements RecordInput {
        private long position;

        @Override
        public ObjectInfo info() {
            return TestObjects.object("key", 10);
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("lost");
        }

        @Override
        public void seek(long target) {
            position = target;
        }
    }
}
