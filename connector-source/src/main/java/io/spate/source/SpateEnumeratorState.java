package io.spate.source;

import java.util.List;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * How far the listing got, and what it found that no reader has yet: the pool, which is bounded, and what is left of a
 * page of the listing; so its size does not grow with the number of objects, or with theirs. Immutable. What it holds is
 * of no use outside of the source; its bytes in checkpoints are versioned.
 */
public final class SpateEnumeratorState {
    private final int pathIndex;
    private final String path;
    private final String cursor;
    private final boolean matched;
    private final List<SplitEntry> unplanned;
    private final List<SpateSplit> unassigned;
    private final long nextSplitId;
    private final Optional<DiscoveryState> discovery;

    SpateEnumeratorState(
            int pathIndex,
            String path,
            String cursor,
            boolean matched,
            List<SplitEntry> unplanned,
            List<SpateSplit> unassigned,
            long nextSplitId,
            Optional<DiscoveryState> discovery) {
        this.pathIndex = pathIndex;
        this.path = requireNonNull(path, "path is null");
        this.cursor = requireNonNull(cursor, "cursor is null");
        this.matched = matched;
        this.unplanned = List.copyOf(unplanned);
        this.unassigned = List.copyOf(unassigned);
        this.nextSplitId = nextSplitId;
        this.discovery = requireNonNull(discovery, "discovery is null");
        if (pathIndex < 0 || nextSplitId < 0) {
            throw new IllegalArgumentException("negative path index " + pathIndex + " or split id " + nextSplitId);
        }
    }

    /** Which path is being listed; as many as there are paths when all are. */
    int pathIndex() {
        return pathIndex;
    }

    /** The text of that path, to notice a source that was changed since; empty when all are listed. */
    String path() {
        return path;
    }

    /** The listing goes on after this key; empty at its start. */
    String cursor() {
        return cursor;
    }

    /** Whether the path matched anything so far. */
    boolean matched() {
        return matched;
    }

    /** What was listed but is not in a split yet, in order. */
    List<SplitEntry> unplanned() {
        return unplanned;
    }

    /** The splits that no reader has, in order. */
    List<SpateSplit> unassigned() {
        return unassigned;
    }

    long nextSplitId() {
        return nextSplitId;
    }

    /** What a source without an end remembers; empty for one that ends. */
    Optional<DiscoveryState> discovery() {
        return discovery;
    }
}
