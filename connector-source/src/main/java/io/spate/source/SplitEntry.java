package io.spate.source;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

import static java.util.Objects.requireNonNull;

/**
 * A part of one version of one object, or all of it.
 *
 * @param range within the object; empty for an empty object
 */
record SplitEntry(ObjectInfo object, ByteRange range) {
    SplitEntry {
        requireNonNull(object, "object is null");
        requireNonNull(range, "range is null");
        if (range.end() > object.length()) {
            throw new IllegalArgumentException(
                    "range " + range + " ends after " + object.uri() + " of " + object.length() + " bytes");
        }
    }

    static SplitEntry whole(ObjectInfo object) {
        return new SplitEntry(object, object.range());
    }

    @Override
    public String toString() {
        return object.uri() + " " + range;
    }
}
