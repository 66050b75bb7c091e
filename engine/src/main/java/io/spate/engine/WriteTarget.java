package io.spate.engine;

import java.util.OptionalLong;
import java.util.UUID;

import static java.util.Objects.requireNonNull;

/**
 * What is to be written, and where.
 *
 * @param attributes beside those of the options, before which they go
 * @param marker what tells the outcome from any other object at the key, see {@link Upload#marker()}; not empty
 * @param length bytes that will be written, where that is known: parts are sized by it. It is not held against the writer
 * @param precondition for the object to appear
 */
public record WriteTarget(
        ObjectUri uri, ObjectAttributes attributes, String marker, OptionalLong length, Precondition precondition) {
    public WriteTarget {
        requireNonNull(uri, "uri is null");
        requireNonNull(attributes, "attributes is null");
        requireNonNull(marker, "marker is null");
        requireNonNull(length, "length is null");
        requireNonNull(precondition, "precondition is null");
        if (uri.key().isEmpty()) {
            throw new IllegalArgumentException("cannot write to a bucket without a key: " + uri);
        }
        if (marker.isEmpty()) {
            throw new IllegalArgumentException("empty marker for " + uri);
        }
        if (length.orElse(0) < 0) {
            throw new IllegalArgumentException("negative length " + length.getAsLong() + " of " + uri);
        }
    }

    /** An object with the attributes of the options, a marker of its own and a length that nobody knows. */
    public static WriteTarget of(ObjectUri uri) {
        String marker = UUID.randomUUID().toString();
        return new WriteTarget(uri, ObjectAttributes.NONE, marker, OptionalLong.empty(), Precondition.NONE);
    }

    public WriteTarget withAttributes(ObjectAttributes others) {
        return new WriteTarget(uri, others, marker, length, precondition);
    }

    public WriteTarget withMarker(String other) {
        return new WriteTarget(uri, attributes, other, length, precondition);
    }

    public WriteTarget withLength(long bytes) {
        return new WriteTarget(uri, attributes, marker, OptionalLong.of(bytes), precondition);
    }

    /** This, but not where there is an object already. */
    public WriteTarget ifAbsent() {
        return with(Precondition.IF_ABSENT);
    }

    /** This, if the precondition holds when the object appears. */
    public WriteTarget with(Precondition other) {
        return new WriteTarget(uri, attributes, marker, length, other);
    }

    /** All that goes to the store with the object. */
    ObjectAttributes stored() {
        return attributes.withMetadata(Upload.MARKER, marker);
    }
}
