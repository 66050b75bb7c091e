package io.spate.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.spate.engine.ObjectUri;

/**
 * What a source that goes on for ever remembers of the objects it found. Its size grows with the number of objects that
 * were written within the window, and no other.
 *
 * @param paths the texts of the paths it lists
 * @param cursor no object that appears from now on is older than this by more than the window, in milliseconds since the
 *     epoch; {@link #NOTHING} before the first round of listing has ended
 * @param newest the newest modification time seen so far
 * @param roundBegan when the round that goes on, or the last one, began
 * @param seen the versions not older than the window
 */
record DiscoveryState(List<String> paths, long cursor, long newest, long roundBegan, Map<ObjectUri, SeenVersion> seen) {
    /** Older than every object. */
    static final long NOTHING = Long.MIN_VALUE;

    /** A version of an object, and when it was written, in milliseconds since the epoch. */
    record SeenVersion(String etag, long lastModified) {}

    DiscoveryState {
        paths = List.copyOf(paths);
        seen = Map.copyOf(seen);
    }

    /** Nothing is known but that objects from before some time are old, in milliseconds since the epoch. */
    static DiscoveryState beginningAt(List<String> paths, long time, Duration window) {
        return new DiscoveryState(paths, time + window.toMillis(), NOTHING, NOTHING, Map.of());
    }

    static DiscoveryState beginning(List<String> paths) {
        return new DiscoveryState(paths, NOTHING, NOTHING, NOTHING, Map.of());
    }
}
