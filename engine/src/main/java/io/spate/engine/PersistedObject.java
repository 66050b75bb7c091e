package io.spate.engine;

import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * All bytes that were written to an object up to some moment: parts that the store has, and the tail behind them. Enough
 * for any process to make the object of exactly these bytes, as often as it likes: see {@link UploadCommitter}.
 *
 * @param marker as {@link WriteTarget#marker()}
 * @param attributes as {@link WriteTarget#attributes()}
 * @param upload holds the parts; empty if there is none yet
 * @param tail the bytes after the last part; fewer than the store's minimum of a part, unless all parts must be equal.
 *     Not copied, so nobody may change it
 */
@SuppressWarnings("ArrayRecordComponent") // a few MiB at most, compared by nobody
public record PersistedObject(
        ObjectUri uri, String marker, ObjectAttributes attributes, Optional<Upload> upload, byte[] tail) {
    public PersistedObject {
        requireNonNull(uri, "uri is null");
        requireNonNull(marker, "marker is null");
        requireNonNull(attributes, "attributes is null");
        requireNonNull(upload, "upload is null");
        requireNonNull(tail, "tail is null");
    }

    /** What has no tail, such as {@link ObjectWriter#finish} gives. */
    public static PersistedObject of(Upload upload) {
        return new PersistedObject(
                upload.uri(), upload.marker(), ObjectAttributes.NONE, Optional.of(upload), new byte[0]);
    }

    /** Bytes of the object so far. */
    public long length() {
        return upload.map(Upload::length).orElse(0L) + tail.length;
    }
}
