package io.spate.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CodecTest {
    @ParameterizedTest
    @EnumSource(Codec.class)
    void decompress_manyMembersInSmallPieces_givesAllOfThem(Codec codec) throws IOException {
        byte[] first = text(200_000, 1);
        byte[] second = text(70_000, 2);
        byte[] object =
                joined(joined(compressed(codec, first), compressed(codec, new byte[0])), compressed(codec, second));

        assertThat(decompressed(codec, object, 1000)).isEqualTo(joined(first, second));
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void decompress_noBytes_givesNone(Codec codec) throws IOException {
        assertThat(decompressed(codec, new byte[0], 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void decompress_anyByteMissingAtTheEnd_fails(Codec codec) throws IOException {
        byte[] text = text(400, 3);
        byte[] object = compressed(codec, text);

        for (int length = 1; length < object.length; length++) {
            byte[] part = Arrays.copyOf(object, length);
            if (!(codec == Codec.SNAPPY && isWholeChunks(part))) {
                assertThatThrownBy(() -> decompressed(codec, part, 100))
                        .as("%d of %d bytes", length, object.length)
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void decompress_anyByteDamaged_neverGivesOtherBytes(Codec codec) throws IOException {
        byte[] text = text(400, 4);
        byte[] object = compressed(codec, text);
        int found = 0;

        for (int at = 0; at < object.length; at++) {
            byte[] damaged = object.clone();
            damaged[at] ^= 0x10;
            try {
                assertThat(decompressed(codec, damaged, 100)).as("byte %d", at).isEqualTo(text);
            } catch (IOException e) {
                found++;
            }
        }
        assertThat(found).isGreaterThan(object.length / 2);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void decompress_whatIsNotCompressed_fails(Codec codec) {
        assertThatThrownBy(() -> decompressed(codec, text(5000, 5), 100)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "a/b.csv, NONE",
        "a.gz/b.csv, NONE",
        "gz, NONE",
        "b.csv.gz, GZIP",
        "b.CSV.GZ, GZIP",
        "b.gzip, GZIP",
        "b.json.zst, ZSTD",
        "b.zstd, ZSTD",
        "b.bz2, BZIP2",
        "b.bzip2, BZIP2",
        "b.xz, XZ",
        "b.lz4, LZ4",
        "b.snappy, SNAPPY",
        "b.sz, SNAPPY",
    })
    void ofKey_knownOrNoEnd_isItsCodec(String key, Codec codec) throws IOException {
        assertThat(Codec.ofKey(key)).isEqualTo(codec);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.lzo", "a.br", "a.zip", "a.7z", "a.Z", "a.lzma", "a.tar", "a.tar.gz", "a.tgz", "a.tar.zst"})
    void ofKey_endThatCannotBeRead_isRefusedWithAdvice(String key) {
        assertThatThrownBy(() -> Codec.ofKey(key))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("pack them anew as one of [.gz, .zst, .bz2, .xz, .lz4, .snappy]");
    }

    @Test
    void extension_ofNone_isEmpty() {
        assertThat(Codec.NONE.extension()).isEmpty();
    }

    /** The framed format of snappy has no end of its own, so that whole chunks are a whole stream. */
    private static boolean isWholeChunks(byte[] stream) {
        int at = 0;
        while (at + 4 <= stream.length) {
            at += 4 + (stream[at + 1] & 0xff) + ((stream[at + 2] & 0xff) << 8) + ((stream[at + 3] & 0xff) << 16);
        }
        return at == stream.length;
    }

    private static byte[] text(int length, int seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("line ").append(random.nextInt(1000)).append('\n');
        }
        return text.substring(0, length).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] compressed(Codec codec, byte[] bytes) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (OutputStream out = codec.compress(object)) {
            out.write(bytes);
        }
        return object.toByteArray();
    }

    private static byte[] decompressed(Codec codec, byte[] object, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(object) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, piece));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
        try (InputStream in = codec.decompress(pieces)) {
            return in.readAllBytes();
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
