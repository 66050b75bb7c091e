package io.spate.sink;

import io.spate.engine.PersistedObject;

import static java.util.Objects.requireNonNull;

/**
 * An object to be made visible when its checkpoint is complete.
 *
 * @param object has no tail, unless it was open at the checkpoint from which its writer was restored
 * @param bucket as {@link Bucketing} gave it; empty for none
 * @param records in the object
 */
public record SpateCommittable(PersistedObject object, String bucket, long records) {
    public SpateCommittable {
        requireNonNull(object, "object is null");
        requireNonNull(bucket, "bucket is null");
        if (records < 0) {
            throw new IllegalArgumentException("negative number of records " + records + " of " + object.uri());
        }
    }
}
