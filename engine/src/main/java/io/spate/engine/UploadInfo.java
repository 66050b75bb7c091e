package io.spate.engine;

import java.time.Instant;

import static java.util.Objects.requireNonNull;

/**
 * An upload that a store has open, as its listing names it.
 *
 * @param initiated when it was begun, by the store's clock
 */
public record UploadInfo(ObjectUri uri, String uploadId, Instant initiated) {
    public UploadInfo {
        requireNonNull(uri, "uri is null");
        requireNonNull(uploadId, "uploadId is null");
        requireNonNull(initiated, "initiated is null");
    }

    /** The upload without its parts, and with no marker since a listing does not tell it. */
    public Upload toUpload() {
        return new Upload(uri, uploadId, "");
    }
}
