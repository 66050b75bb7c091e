package io.spate.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorInputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/**
 * How the bytes of objects are compressed. All of them allow several members, frames or streams one after another, which
 * are read as one. None of them can be read from the middle.
 */
public enum Codec {
    /** Not at all. */
    NONE("", ""),
    GZIP(".gz", ".gzip"),
    ZSTD(".zst", ".zstd"),
    BZIP2(".bz2", ".bzip2"),
    XZ(".xz", ".xz"),
    /** The frame format of the command {@code lz4}. */
    LZ4(".lz4", ".lz4"),
    /** The framed format, {@code x-snappy-framed}; that of Hadoop is another, and refused. */
    SNAPPY(".snappy", ".sz");

    /** Ends of keys that say compressed, or packed, in a way that cannot be read; and what they are. */
    private static final Map<String, String> UNKNOWN = Map.ofEntries(
            Map.entry(".lzo", "LZO"),
            Map.entry(".lz", "lzip"),
            Map.entry(".lzma", "LZMA without the container of xz"),
            Map.entry(".br", "Brotli"),
            Map.entry(".z", "compress"),
            Map.entry(".zz", "zlib"),
            Map.entry(".zlib", "zlib"),
            Map.entry(".deflate", "deflate"),
            Map.entry(".zip", "a zip archive"),
            Map.entry(".7z", "a 7-Zip archive"),
            Map.entry(".rar", "a RAR archive"),
            Map.entry(".tar", "a tar archive"),
            Map.entry(".tgz", "a tar archive"),
            Map.entry(".tbz2", "a tar archive"),
            Map.entry(".txz", "a tar archive"),
            Map.entry(".tzst", "a tar archive"));

    private static final int BUFFER = 64 << 10;
    private static final int BZIP2_BLOCK = 9;
    private static final int XZ_PRESET = 3;
    private static final int XZ_MAX_KIB = 512 << 10;

    private final String extension;
    private final String otherExtension;

    Codec(String extension, String otherExtension) {
        this.extension = extension;
        this.otherExtension = otherExtension;
    }

    /** What keys end with when they are written, such as {@code .gz}; empty for none. */
    public String extension() {
        return extension;
    }

    /** A key without what its codec adds to it: {@code a.csv} of {@code a.csv.gz}. */
    private Optional<String> without(String key) {
        return Stream.of(extension, otherExtension)
                .filter(end -> !end.isEmpty() && key.endsWith(end))
                .findFirst()
                .map(end -> key.substring(0, key.length() - end.length()));
    }

    /**
     * The codec that the end of a key stands for, in any case of letters; {@link #NONE} for ends that stand for none.
     *
     * @throws IOException naming the key, if its end stands for a codec or an archive that cannot be read
     */
    public static Codec ofKey(String key) throws IOException {
        String lower = key.toLowerCase(Locale.ROOT);
        for (Codec codec : values()) {
            Optional<String> inner = codec.without(lower);
            if (inner.isPresent()) {
                refuseUnknown(key, inner.get());
                return codec;
            }
        }
        refuseUnknown(key, lower);
        return NONE;
    }

    /** Refuses also what is an archive below another codec, such as {@code .tar.gz}. */
    private static void refuseUnknown(String key, String lower) throws IOException {
        String end = lower.substring(Math.max(0, lower.lastIndexOf('.')));
        String kind = UNKNOWN.get(end);
        if (kind != null) {
            throw new IOException("the end of the key '" + key + "' stands for " + kind
                    + ", which cannot be read; leave such objects out, pack them anew as one of "
                    + Arrays.stream(values())
                            .map(Codec::extension)
                            .filter(known -> !known.isEmpty())
                            .toList()
                    + ", or say how they are compressed if the key is wrong");
        }
    }

    /**
     * Begins a member, frame or stream. Its close ends it, frees its memory and closes the stream below. Takes small writes
     * at a price per call.
     */
    public OutputStream compress(OutputStream out) throws IOException {
        return switch (this) {
            case NONE -> out;
            case GZIP -> new GZIPOutputStream(out, BUFFER);
            case ZSTD -> new ZstdOutputStreamNoFinalizer(out, RecyclingBufferPool.INSTANCE).setChecksum(true);
            case BZIP2 -> new BZip2CompressorOutputStream(out, BZIP2_BLOCK);
            case XZ -> new XZOutputStream(out, new LZMA2Options(XZ_PRESET));
            case LZ4 ->
                new FramedLZ4CompressorOutputStream(
                        out,
                        new FramedLZ4CompressorOutputStream.Parameters(
                                FramedLZ4CompressorOutputStream.BlockSize.K256, true, false, false));
            case SNAPPY -> new FramedSnappyCompressorOutputStream(out);
        };
    }

    /**
     * Decompresses all members, frames or streams there are. No bytes at all are decompressed to none. Takes small reads at
     * a price per call. Damaged or missing bytes make a read fail, as far as the codec can tell.
     *
     * @param in closed with what is returned
     * @throws IOException also if the first bytes are of another kind
     */
    public InputStream decompress(InputStream in) throws IOException {
        PushbackInputStream bytes = new PushbackInputStream(in);
        int first = bytes.read();
        if (first < 0) {
            return bytes;
        }
        bytes.unread(first);
        return begin(bytes);
    }

    private InputStream begin(InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            // The one of the JDK takes the end of a member for that of the stream if no more bytes are there yet.
            case GZIP -> new GzipCompressorInputStream(in, true);
            case ZSTD -> new ZstdInputStreamNoFinalizer(in, RecyclingBufferPool.INSTANCE);
            case BZIP2 -> new BZip2CompressorInputStream(in, true);
            case XZ -> new XZInputStream(in, XZ_MAX_KIB);
            case LZ4 -> new FramedLZ4CompressorInputStream(in, true);
            case SNAPPY -> new FramedSnappyCompressorInputStream(in);
        };
    }
}
