package io.spate.source;

import java.util.List;

import static java.util.Objects.requireNonNull;

/**
 * How far the listing got, and what it found that no reader has yet. Its size depends on neither the number of objects
 * nor theirs. Of no use outside of the source; its bytes in checkpoints are versioned.
 *
 * @param pathIndex which path is being listed; as many as there are paths when all are
 * @param path its text, to notice a source that was changed since; empty when all are listed
 * @param cursor the listing goes on after this key; empty at its start
 * @param matched whether the path matched anything so far
 * @param unplanned what was listed but is not in a split yet, in order
 * @param unassigned the splits that no reader has, in order
 */
public record SpateEnumeratorState(
        int pathIndex,
        String path,
        String cursor,
        boolean matched,
        List<SplitEntry> unplanned,
        List<SpateSplit> unassigned,
        long nextSplitId) {
    public SpateEnumeratorState {
        requireNonNull(path, "path is null");
        requireNonNull(cursor, "cursor is null");
        unplanned = List.copyOf(unplanned);
        unassigned = List.copyOf(unassigned);
        if (pathIndex < 0 || nextSplitId < 0) {
            throw new IllegalArgumentException("negative path index " + pathIndex + " or split id " + nextSplitId);
        }
    }
}
