package io.spate.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.source.DiscoveryState.SeenVersion;

/**
 * Tells objects that are new from those that an earlier round of listing found. Pure; used by one thread.
 *
 * <p>Remembering every object would grow for ever, and taking only what is newer than the newest one seen would lose
 * objects: stores give a multipart upload the time at which it was begun, though it appears when it is completed, and
 * several objects may have the same time. So what lies further back than the window is known to be old, and what lies
 * within it is remembered by key and etag:
 *
 * <pre>
 *   lastModified  ──────────────|───────────────────────|────────►
 *                    old        cursor − window         cursor
 *                               remembered: new unless key and etag were seen
 * </pre>
 */
final class Discovery {
    private static final int SMALL = 1024;

    private final long window;
    private final Map<ObjectUri, SeenVersion> seen;
    private long cursor;
    private long newest;
    private int pruneAbove = SMALL;

    /** @param window at least as long as the longest upload takes */
    Discovery(Duration window, DiscoveryState state) {
        this.window = window.toMillis();
        this.cursor = state.cursor();
        this.newest = state.newest();
        this.seen = new HashMap<>(state.seen());
    }

    /** Whether this version was never found before; from now on it was. */
    boolean isNew(ObjectInfo object) {
        long lastModified = object.lastModified().toEpochMilli();
        if (lastModified < floor(cursor)) {
            return false;
        }
        newest = Math.max(newest, lastModified);
        SeenVersion version = new SeenVersion(object.etag(), lastModified);
        SeenVersion known = seen.put(object.uri(), version);
        if (seen.size() > pruneAbove) {
            prune();
        }
        return known == null || !known.etag().equals(version.etag());
    }

    /** All paths have been listed to their ends. */
    void endRound() {
        cursor = newest;
        prune();
    }

    DiscoveryState snapshot() {
        return new DiscoveryState(cursor, newest, seen);
    }

    /** What will be older than the window when the round ends need not be remembered: it is listed once in a round. */
    private void prune() {
        seen.values().removeIf(version -> version.lastModified() < floor(newest));
        pruneAbove = Math.max(SMALL, 2 * seen.size());
    }

    private long floor(long time) {
        return time == DiscoveryState.NOTHING ? time : time - window;
    }
}
