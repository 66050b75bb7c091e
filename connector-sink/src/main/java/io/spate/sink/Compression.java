package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;

/**
 * How the objects of row formats are compressed. What is compressed at a time takes memory for each open object, which is
 * not counted in {@code memory}.
 */
public enum Compression {
    /** Not at all. */
    NONE(""),

    /** Gzip at its usual level, 6; several members one after another. Less than 0.5 MiB for an object. */
    GZIP(".gz"),

    /** Zstandard at its usual level, 3, with checksums; several frames one after another. About 3 MiB for an object. */
    ZSTD(".zst");

    private static final int BUFFER = 64 << 10;

    private final String extension;

    Compression(String extension) {
        this.extension = extension;
    }

    /** What keys end with, such as {@code .gz}; empty for none. */
    public String extension() {
        return extension;
    }

    /** Begins a member or frame. Its close ends it, frees its native memory and closes the stream below. */
    OutputStream begin(OutputStream out) throws IOException {
        return switch (this) {
            case NONE -> out;
            case GZIP -> new GZIPOutputStream(out, BUFFER);
            case ZSTD -> new ZstdOutputStreamNoFinalizer(out, RecyclingBufferPool.INSTANCE).setChecksum(true);
        };
    }
}
