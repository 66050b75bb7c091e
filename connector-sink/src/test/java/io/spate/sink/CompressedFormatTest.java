package io.spate.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import io.spate.codec.Codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CompressedFormatTest {
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void encode_anyRecordsAndFlushes_areReadBackWholeAfterEachFlush(Compression compression) throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        ObjectBytes object = new ObjectBytes();
        try (RecordEncoder<byte[]> encoder =
                CompressedFormat.of(SinkFormats.bytes(), compression).open(object)) {
            for (byte[] record : new Records(4).bytes(2000)) {
                encoder.encode(record);
                expected.writeBytes(record);
                if (random.nextInt(50) == 0) {
                    encoder.flush();
                    assertThat(decompressed(compression, object.toByteArray())).isEqualTo(expected.toByteArray());
                }
            }
            encoder.finish();
        }
        assertThat(decompressed(compression, object.toByteArray())).isEqualTo(expected.toByteArray());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void encode_texts_areReadBackAsLines(Compression compression) throws IOException {
        List<String> texts = new Records(5).texts(3000);
        byte[] object = ObjectBytes.of(CompressedFormat.of(SinkFormats.lines(), compression), texts);

        String content = new String(decompressed(compression, object), StandardCharsets.UTF_8);
        assertThat(List.of(content.substring(0, content.length() - 1).split("\n", -1)))
                .isEqualTo(texts);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void flush_nothingNew_writesNothing(Compression compression) throws IOException {
        ObjectBytes object = new ObjectBytes();
        try (RecordEncoder<String> encoder =
                CompressedFormat.of(SinkFormats.lines(), compression).open(object)) {
            encoder.flush();
            assertThat(object.size()).isZero();
            encoder.encode("a");
            encoder.flush();
            int length = object.size();
            encoder.flush();
            assertThat(object.size()).isEqualTo(length);
            encoder.finish();
            assertThat(object.size()).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void finish_noRecords_isACompressedNothing(Compression compression) throws IOException {
        byte[] object = ObjectBytes.of(CompressedFormat.of(SinkFormats.lines(), compression), List.of());

        assertThat(object).isNotEmpty();
        assertThat(decompressed(compression, object)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void finish_onlyEmptyRecords_isACompressedNothing(Compression compression) throws IOException {
        byte[] object = ObjectBytes.of(CompressedFormat.of(SinkFormats.bytes(), compression), List.of(new byte[0]));

        assertThat(object).isNotEmpty();
        assertThat(decompressed(compression, object)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void close_objectNotFinished_writesNothingMore(Compression compression) throws IOException {
        ObjectBytes object = new ObjectBytes();
        RecordEncoder<byte[]> encoder =
                CompressedFormat.of(SinkFormats.bytes(), compression).open(object);
        for (byte[] record : new Records(6).bytes(100)) {
            encoder.encode(record);
        }
        int length = object.size();

        encoder.close();
        encoder.close();

        assertThat(object.size()).isEqualTo(length);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void close_afterTheStreamFailed_doesNotFail(Compression compression) throws IOException {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("lost");
            }
        };
        RecordEncoder<byte[]> broken =
                CompressedFormat.of(SinkFormats.bytes(), compression).open(failing);

        assertThatThrownBy(() -> {
                    broken.encode(new byte[10]);
                    broken.flush();
                })
                .isInstanceOf(IOException.class)
                .hasMessage("lost");
        broken.close();
    }

    @Test
    void of_none_isTheFormatItself() {
        SinkFormat<String> lines = SinkFormats.lines();

        assertThat(CompressedFormat.of(lines, Compression.NONE)).isSameAs(lines);
    }

    @Test
    void of_bulkFormat_isRefused() {
        SinkFormat<String> bulk = SinkFormats.bulk(out -> null, ".parquet");

        assertThatThrownBy(() -> CompressedFormat.of(bulk, Compression.GZIP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compression GZIP is for formats of rows")
                .hasMessageContaining(".parquet")
                .hasMessageContaining("Parquet, Avro and ORC compress by themselves; set the codec in the writer");
    }

    @Test
    void extension_isThatOfTheFormatAndTheCompression() {
        assertThat(CompressedFormat.of(SinkFormats.lines(), Compression.GZIP).extension())
                .isEqualTo(".gz");
        assertThat(CompressedFormat.of(SinkFormats.lines(), Compression.ZSTD).extension())
                .isEqualTo(".zst");
        assertThat(CompressedFormat.of(csv(), Compression.ZSTD).extension()).isEqualTo(".csv.zst");
        assertThat(Compression.NONE.extension()).isEmpty();
    }

    private static SinkFormat<byte[]> csv() {
        return new SinkFormat<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public RecordEncoder<byte[]> open(OutputStream out) throws IOException {
                return SinkFormats.bytes().open(out);
            }

            @Override
            public String extension() {
                return ".csv";
            }
        };
    }

    private static byte[] decompressed(Compression compression, byte[] object) throws IOException {
        try (InputStream in = decompressing(compression, new ByteArrayInputStream(object))) {
            return in.readAllBytes();
        }
    }

    /** By libraries of other origin where there are some, so that others can read it too. */
    private static InputStream decompressing(Compression compression, InputStream object) throws IOException {
        return switch (compression) {
            case GZIP -> new GZIPInputStream(object);
            case ZSTD -> new ZstdInputStream(object);
            case BZIP2 -> Codec.BZIP2.decompress(object);
            case XZ -> Codec.XZ.decompress(object);
            case LZ4 -> Codec.LZ4.decompress(object);
            case SNAPPY -> Codec.SNAPPY.decompress(object);
            case NONE -> object;
        };
    }
}
