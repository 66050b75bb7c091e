package io.spate.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.source.DiscoveryState.SeenVersion;

/**
 * Tells objects that are new from those that an earlier round of listing found. Pure but for the clock; used by one
 * thread.
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
 *
 * A round may last for hours, while objects appear behind it; so the cursor never passes the time at which the last
 * round began.
 */
final class Discovery {
    private static final int SMALL = 1024;

    private final long window;
    private final LongSupplier clock;
    private final List<String> paths;
    private final Map<ObjectUri, SeenVersion> seen;
    private long cursor;
    private long newest;
    private long roundBegan;
    private int pruneAbove = SMALL;

    /**
     * @param window at least as long as the longest upload takes
     * @param clock milliseconds since the epoch
     */
    Discovery(Duration window, LongSupplier clock, DiscoveryState state) {
        this.window = window.toMillis();
        this.clock = clock;
        this.paths = state.paths();
        this.seen = new HashMap<>(state.seen());
        this.cursor = state.cursor();
        this.newest = state.newest();
        this.roundBegan = state.roundBegan();
    }

    /** All paths will be listed from their start. */
    void beginRound() {
        roundBegan = clock.getAsLong();
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
        pruneInFirstRound();
        return known == null || !isSame(known, version);
    }

    /** All paths have been listed to their ends. */
    void endRound() {
        cursor = Math.max(cursor, Math.min(newest, roundBegan));
        prune();
    }

    DiscoveryState snapshot() {
        return new DiscoveryState(paths, cursor, newest, roundBegan, seen);
    }

    private static boolean isSame(SeenVersion known, SeenVersion listed) {
        return listed.etag().isEmpty()
                ? known.lastModified() == listed.lastModified()
                : known.etag().equals(listed.etag());
    }

    /**
     * The first round finds everything, and remembers only what will not be old when it ends. Later rounds have to
     * remember what earlier ones found until they have come past it.
     */
    private void pruneInFirstRound() {
        if (cursor == DiscoveryState.NOTHING && seen.size() > pruneAbove) {
            prune();
            pruneAbove = Math.max(SMALL, 2 * seen.size());
        }
    }

    private void prune() {
        long oldest = floor(Math.min(newest, roundBegan));
        seen.values().removeIf(version -> version.lastModified() < oldest);
    }

    private long floor(long time) {
        return time == DiscoveryState.NOTHING ? time : time - window;
    }
}
