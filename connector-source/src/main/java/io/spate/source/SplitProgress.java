package io.spate.source;

/** How far the records of a split have been emitted. Used by the thread of the task. */
final class SplitProgress {
    private final SpateSplit split;
    private int entry;
    private long offset;
    private long skip;

    SplitProgress(SpateSplit split) {
        this.split = split;
        this.entry = split.entry();
        this.offset = split.offset();
        this.skip = split.skip();
    }

    void moveTo(int newEntry, long newOffset, long newSkip) {
        entry = newEntry;
        offset = newOffset;
        skip = newSkip;
    }

    SpateSplit toSplit() {
        return split.at(entry, offset, skip);
    }
}
