package io.spate.source;

/** How far the records of a split have been emitted. Used by the thread of the task. */
final class SplitProgress {
    private final SpateSplit split;
    private int entry;
    private long offset;

    SplitProgress(SpateSplit split) {
        this.split = split;
        this.entry = split.entry();
        this.offset = split.offset();
    }

    void moveTo(int newEntry, long newOffset) {
        entry = newEntry;
        offset = newOffset;
    }

    SpateSplit toSplit() {
        return split.at(entry, offset);
    }
}
