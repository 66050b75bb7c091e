package io.spate.sink;

import io.spate.engine.Upload;

import static java.util.Objects.requireNonNull;

/**
 * An object whose bytes the store has, to be made visible when its checkpoint is complete.
 *
 * @param bucket as {@link Bucketing} gave it; empty for none
 * @param records in the object
 */
public record SpateCommittable(Upload upload, String bucket, long records) {
    public SpateCommittable {
        requireNonNull(upload, "upload is null");
        requireNonNull(bucket, "bucket is null");
        if (records < 0) {
            throw new IllegalArgumentException("negative number of records " + records + " of " + upload.uri());
        }
    }
}
