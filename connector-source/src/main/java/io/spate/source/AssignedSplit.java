package io.spate.source;

import io.spate.engine.ByteRange;

/** A split that a reader works on: how far it is read, and how far its entries are opened. */
final class AssignedSplit {
    private final SpateSplit split;
    private int entry;
    private long offset;
    private long skip;
    private int nextToOpen;
    private boolean paused;

    AssignedSplit(SpateSplit split) {
        this.split = split;
        this.entry = split.entry();
        this.offset = split.offset();
        this.skip = split.skip();
        this.nextToOpen = entry;
    }

    String id() {
        return split.splitId();
    }

    SplitEntry entryAt(int index) {
        return split.entries().get(index);
    }

    /** The entry that holds the next record; as many as there are when all are read. */
    int entry() {
        return entry;
    }

    /** The offset of the next record in that entry. */
    long offset() {
        return offset;
    }

    /** How much behind that offset is read already, as the format counts it. */
    long skip() {
        return skip;
    }

    boolean isRead() {
        return entry == split.entries().size();
    }

    /**
     * Moves on to the next record of the present entry, or to the next entry if there is none.
     *
     * @return by how many bytes of ranges
     */
    long advance(long nextOffset, long nextSkip) {
        ByteRange range = entryAt(entry).range();
        if (nextOffset >= range.end()) {
            return endEntry();
        }
        long moved = nextOffset - offset;
        offset = nextOffset;
        skip = nextSkip;
        return moved;
    }

    /** Moves on to the next entry; by how many bytes of ranges. */
    long endEntry() {
        long moved = entryAt(entry).range().end() - offset;
        entry++;
        skip = 0;
        offset = split.startOf(entry);
        return moved;
    }

    /** Nothing more of it is read. */
    void end() {
        entry = split.entries().size();
        nextToOpen = entry;
        skip = 0;
        offset = 0;
    }

    boolean hasMoreToOpen() {
        return !paused && nextToOpen < split.entries().size();
    }

    int openNext() {
        return nextToOpen++;
    }

    void pause() {
        paused = true;
        nextToOpen = entry;
    }

    void resume() {
        paused = false;
    }

    boolean isPaused() {
        return paused;
    }
}
