package io.spate.source;

import java.util.List;
import java.util.stream.IntStream;

import org.apache.flink.api.connector.source.SourceSplit;

import static java.util.Objects.requireNonNull;

/**
 * What one reader reads as one piece of work: a range of a large object, or several small objects, and how far it got.
 * Immutable. What it holds is of no use outside of the source; its bytes in checkpoints are versioned.
 */
public final class SpateSplit implements SourceSplit {
    private final String id;
    private final List<SplitEntry> entries;
    private final int entry;
    private final long offset;
    private final long skip;

    /**
     * @param entry which entry holds the next record; as many as there are entries when all are read
     * @param offset where the next record of that entry starts, in bytes from the start of the object; 0 when all are read
     * @param skip how much behind that offset is read already, as the format counts it
     */
    SpateSplit(String id, List<SplitEntry> entries, int entry, long offset, long skip) {
        this.id = requireNonNull(id, "id is null");
        this.entries = List.copyOf(entries);
        this.entry = entry;
        this.offset = offset;
        this.skip = skip;
        if (entry < 0 || entry > this.entries.size()) {
            throw new IllegalArgumentException("split " + id + " has no entry " + entry);
        }
        if (entry == this.entries.size() ? offset != 0 || skip != 0 : !isWithin(this.entries.get(entry), offset)) {
            throw new IllegalArgumentException("split " + id + " has no offset " + offset + " in entry " + entry);
        }
        if (skip < 0) {
            throw new IllegalArgumentException("split " + id + " skips " + skip + " in entry " + entry);
        }
    }

    /** A split of which nothing has been read. */
    static SpateSplit of(String id, List<SplitEntry> entries) {
        return new SpateSplit(id, entries, 0, startOf(entries, 0), 0);
    }

    /** This split, read up to a position. */
    SpateSplit at(int newEntry, long newOffset, long newSkip) {
        return new SpateSplit(id, entries, newEntry, newOffset, newSkip);
    }

    @Override
    public String splitId() {
        return id;
    }

    List<SplitEntry> entries() {
        return entries;
    }

    int entry() {
        return entry;
    }

    long offset() {
        return offset;
    }

    long skip() {
        return skip;
    }

    /** Where reading an entry starts; 0 behind the last. */
    long startOf(int index) {
        return startOf(entries, index);
    }

    /** Bytes of the ranges that are not read yet. */
    long pendingBytes() {
        return IntStream.range(entry, entries.size())
                        .mapToLong(index -> entries.get(index).range().length())
                        .sum()
                - (offset - startOf(entry));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpateSplit that
                && id.equals(that.id)
                && entries.equals(that.entries)
                && entry == that.entry
                && offset == that.offset
                && skip == that.skip;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        String first = entries.isEmpty() ? "nothing" : entries.get(0).toString();
        String more = entries.size() > 1 ? " and " + (entries.size() - 1) + " more" : "";
        return "split " + id + " of " + first + more + " at " + entry + ":" + offset;
    }

    private static long startOf(List<SplitEntry> entries, int index) {
        return index == entries.size() ? 0 : entries.get(index).range().start();
    }

    private static boolean isWithin(SplitEntry entry, long offset) {
        return offset >= entry.range().start() && offset <= entry.range().end();
    }
}
