package io.spate.source;

import java.util.Arrays;

import static java.util.Objects.requireNonNull;

/**
 * Some bytes of an object as a record. Equal by value; a Flink POJO.
 *
 * @param uri {@code spate://bucket/key}
 * @param offset where the bytes start in the object
 * @param bytes the content, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // the content, as it is; equals and hashCode go by value
public record ByteChunk(String uri, long offset, byte[] bytes) {
    public ByteChunk {
        requireNonNull(uri, "uri is null");
        requireNonNull(bytes, "bytes is null");
        if (offset < 0) {
            throw new IllegalArgumentException("negative offset " + offset + " in " + uri);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteChunk that
                && uri.equals(that.uri)
                && offset == that.offset
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * uri.hashCode() + Long.hashCode(offset)) + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return uri + " [" + offset + ", " + (offset + bytes.length) + ")";
    }
}
