package io.spate.engine;

import java.io.Serializable;
import java.time.Instant;

import static java.util.Objects.requireNonNull;

/**
 * One version of one object, as a listing or a HEAD names it.
 *
 * @param length bytes, at least 0
 * @param etag the version, without quotes, otherwise as the store wrote it; opaque, never parsed; empty when the store
 *     gives none, and then reads cannot be pinned
 * @param lastModified when the store says it was written; for a multipart upload AWS gives the time it was started
 */
public record ObjectInfo(ObjectUri uri, long length, String etag, Instant lastModified) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ObjectInfo {
        requireNonNull(uri, "uri is null");
        requireNonNull(etag, "etag is null");
        requireNonNull(lastModified, "lastModified is null");
        if (length < 0) {
            throw new IllegalArgumentException("negative length " + length + " of " + uri);
        }
    }

    /** The whole object. */
    public ByteRange range() {
        return new ByteRange(0, length);
    }
}
