package io.spate.sink;

import java.io.Serializable;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * What a job replaces of that which was there before it.
 *
 * @param directory below the path of the sink, without slashes around it; for {@link Kind#DIRECTORY} only
 */
record Overwrite(Kind kind, String directory) implements Serializable {
    private static final long serialVersionUID = 1L;

    enum Kind {
        NOTHING,
        /** One directory, also if nothing is written to it, and those of buckets beside it that get records. */
        DIRECTORY,
        /** The directories of the buckets that get records. */
        WRITTEN
    }

    static Overwrite nothing() {
        return new Overwrite(Kind.NOTHING, "");
    }

    /** All below the path of the sink. */
    static Overwrite all() {
        return new Overwrite(Kind.DIRECTORY, "");
    }

    static Overwrite directory(String bucket) {
        return new Overwrite(Kind.DIRECTORY, bucket);
    }

    static Overwrite written() {
        return new Overwrite(Kind.WRITTEN, "");
    }

    boolean isAny() {
        return kind != Kind.NOTHING;
    }

    /** The directories, below the path of the sink and without slashes around them. */
    Set<String> directories(Collection<VisibleObject> objects) {
        return switch (kind) {
            case NOTHING -> Set.of();
            case DIRECTORY -> {
                Set<String> buckets = directory.isEmpty() ? new TreeSet<>() : buckets(objects);
                buckets.add(directory);
                yield buckets;
            }
            case WRITTEN -> buckets(objects);
        };
    }

    private static Set<String> buckets(Collection<VisibleObject> objects) {
        Set<String> buckets = new TreeSet<>();
        objects.forEach(object -> buckets.add(object.bucket()));
        return buckets;
    }
}
