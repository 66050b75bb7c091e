package io.spate.sink;

import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.Collection;

import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * What a job replaces: what lies in directories that were there before it.
 *
 * @param fixed the directory that is replaced whatever the job writes, without slashes around it, and empty for all below
 *     the path of the sink; null for the directories of all buckets that the job has written to
 */
record Overwrite(String fixed) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** All below the path of the sink. */
    static Overwrite all() {
        return new Overwrite("");
    }

    /** One directory, also if nothing is written. */
    static Overwrite of(String bucket) {
        return new Overwrite(bucket);
    }

    /** The directories of buckets that get records. */
    static Overwrite written() {
        return new Overwrite(null);
    }

    /** The directories, sorted, below the path of the sink and without slashes around them. */
    Set<String> directories(Collection<VisibleObject> objects) {
        if (fixed != null) {
            return Set.of(fixed);
        }
        Set<String> buckets = new TreeSet<>();
        objects.forEach(object -> buckets.add(object.bucket()));
        return buckets;
    }
}
