package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import io.spate.codec.Codec;

/**
 * How the objects of row formats are compressed. What is compressed at a time takes memory for each open object, which is
 * not counted in {@code memory}.
 */
public enum Compression {
    /** Not at all. */
    NONE(Codec.NONE),

    /** Gzip at its usual level, 6; several members one after another. Less than 0.5 MiB for an object. */
    GZIP(Codec.GZIP),

    /** Zstandard at its usual level, 3, with checksums; several frames one after another. About 3 MiB for an object. */
    ZSTD(Codec.ZSTD),

    /** Bzip2 in blocks of 900 kB; several streams one after another. About 9 MiB for an object, and slow. */
    BZIP2(Codec.BZIP2),

    /** Xz at level 3; several streams one after another. About 40 MiB for an object, and slow. */
    XZ(Codec.XZ),

    /** Frames of LZ4 with checksums, as the command {@code lz4} makes them. About 2 MiB for an object. */
    LZ4(Codec.LZ4),

    /** The framed format of Snappy, which is not that of Hadoop. About 1 MiB for an object. */
    SNAPPY(Codec.SNAPPY);

    private final Codec codec;

    Compression(Codec codec) {
        this.codec = codec;
    }

    /** What keys end with, such as {@code .gz}; empty for none. */
    public String extension() {
        return codec.extension();
    }

    /** Begins a member or frame. Its close ends it, frees its memory and closes the stream below. */
    OutputStream begin(OutputStream out) throws IOException {
        return codec.compress(out);
    }
}
