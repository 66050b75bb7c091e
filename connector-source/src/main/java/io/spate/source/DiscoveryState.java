package io.spate.source;

import java.util.Map;

import io.spate.engine.ObjectUri;

/**
 * What a source that goes on for ever remembers of the objects it found. Its size grows with the number of objects that
 * were written within the window, and no other.
 *
 * @param cursor the newest modification time that an ended round of listing saw, in milliseconds since the epoch; {@link
 *     #NOTHING} before the first has ended
 * @param newest the same, with the round that goes on
 * @param seen the versions not older than the window
 */
record DiscoveryState(long cursor, long newest, Map<ObjectUri, SeenVersion> seen) {
    /** Older than every object. */
    static final long NOTHING = Long.MIN_VALUE;

    /** A version of an object, and when it was written, in milliseconds since the epoch. */
    record SeenVersion(String etag, long lastModified) {}

    DiscoveryState {
        seen = Map.copyOf(seen);
    }

    static DiscoveryState beginning() {
        return new DiscoveryState(NOTHING, NOTHING, Map.of());
    }
}
