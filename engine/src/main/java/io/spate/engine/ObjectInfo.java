package io.spate.engine;

import java.io.Serializable;
import java.time.Instant;
import java.util.Locale;

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
    private static final String WEAK = "W/";

    public ObjectInfo {
        requireNonNull(uri, "uri is null");
        requireNonNull(etag, "etag is null");
        requireNonNull(lastModified, "lastModified is null");
        if (length < 0) {
            throw new IllegalArgumentException("negative length " + length + " of " + uri);
        }
    }

    /**
     * Whether an etag is the one of this version, which stores spell in several ways: with and without quotes, in upper and
     * lower case, marked as weak or not. Two that are not known are the same.
     */
    public boolean isSameEtag(String other) {
        return bare(etag).equals(bare(other));
    }

    private static String bare(String etag) {
        String text = etag.strip();
        String strong = text.startsWith(WEAK) ? text.substring(WEAK.length()) : text;
        boolean quoted = strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"");
        return (quoted ? strong.substring(1, strong.length() - 1) : strong).toLowerCase(Locale.ROOT);
    }

    /** The whole object. */
    public ByteRange range() {
        return new ByteRange(0, length);
    }
}
