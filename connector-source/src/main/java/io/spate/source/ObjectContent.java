package io.spate.source;

import java.util.Arrays;

import static java.util.Objects.requireNonNull;

/**
 * A whole object as a record. Equal by value; a Flink POJO.
 *
 * @param uri {@code spate://bucket/key}
 * @param etag the version that was read, empty if the store gives none
 * @param lastModified milliseconds since 1970, as the store says
 * @param bytes the content, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // the content, as it is; equals and hashCode go by value
public record ObjectContent(String uri, String etag, long lastModified, byte[] bytes) {
    public ObjectContent {
        requireNonNull(uri, "uri is null");
        requireNonNull(etag, "etag is null");
        requireNonNull(bytes, "bytes is null");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectContent that
                && uri.equals(that.uri)
                && etag.equals(that.etag)
                && lastModified == that.lastModified
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * uri.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return uri + " of " + bytes.length + " bytes, etag " + etag;
    }
}
