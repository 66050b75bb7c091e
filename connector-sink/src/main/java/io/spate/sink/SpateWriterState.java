package io.spate.sink;

import io.spate.engine.PersistedObject;

import static java.util.Objects.requireNonNull;

/**
 * An object that was open at a checkpoint, with all of its bytes up to there. Each is a state by itself, so that any
 * writer can take over any of them.
 *
 * @param bucket as {@link Bucketing} gave it; empty for none
 * @param records in the object so far
 */
public record SpateWriterState(PersistedObject object, String bucket, long records) {
    public SpateWriterState {
        requireNonNull(object, "object is null");
        requireNonNull(bucket, "bucket is null");
        if (records < 0) {
            throw new IllegalArgumentException("negative number of records " + records + " of " + object.uri());
        }
    }
}
