package io.spate.sink;

import java.util.OptionalLong;

import io.spate.engine.ObjectUri;
import io.spate.engine.PersistedObject;

import static java.util.Objects.requireNonNull;

/** What a writer hands on with a checkpoint. Without {@link Completion} these are pending objects only. */
public sealed interface SpateCommittable {

    /**
     * An object to be made visible when its checkpoint is complete.
     *
     * @param object has no tail, unless it was open at the checkpoint from which its writer was restored
     * @param bucket as {@link Bucketing} gave it; empty for none
     * @param records in the object
     */
    record PendingObject(PersistedObject object, String bucket, long records) implements SpateCommittable {
        public PendingObject {
            requireNonNull(object, "object is null");
            requireNonNull(bucket, "bucket is null");
            requireNotNegative(records, object.uri());
        }

        /** What there is once it was committed. */
        VisibleObject visible() {
            return new VisibleObject(
                    object.uri(), object.length(), object.marker(), "", bucket, OptionalLong.of(records));
        }
    }

    /**
     * An object that is visible.
     *
     * @param length bytes
     * @param marker that it carries, see {@link io.spate.engine.Upload#marker()}; empty if that is not known
     * @param etag empty if it is not known
     * @param bucket as {@link Bucketing} gave it; empty for none
     * @param records in the object, empty if nobody has counted them: at least once, it may have more than were known when
     *     its writer was restored
     */
    record VisibleObject(ObjectUri uri, long length, String marker, String etag, String bucket, OptionalLong records)
            implements SpateCommittable {
        public VisibleObject {
            requireNonNull(uri, "uri is null");
            requireNonNull(marker, "marker is null");
            requireNonNull(etag, "etag is null");
            requireNonNull(bucket, "bucket is null");
            requireNotNegative(records.orElse(0), uri);
        }
    }

    private static void requireNotNegative(long records, ObjectUri uri) {
        if (records < 0) {
            throw new IllegalArgumentException("negative number of records " + records + " of " + uri);
        }
    }
}
