package io.spate.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/**
 * Units of one split on their way from the thread that reads to the thread of the task. As an element it stands for one
 * unit after the other, so that none needs an object of its own: the records of all units lie in one list, and where
 * each unit ends, in the list and in the split, in arrays.
 */
final class UnitBatch<T> implements RecordsWithSplitIds<UnitBatch<T>>, Consumer<T> {
    private static final int INITIAL_UNITS = 64;

    private final String splitId;
    private final List<T> records = new ArrayList<>(INITIAL_UNITS);
    private int[] recordEnds = new int[INITIAL_UNITS];
    private int[] nextEntries = new int[INITIAL_UNITS];
    private long[] nextOffsets = new long[INITIAL_UNITS];
    private long[] nextSkips = new long[INITIAL_UNITS];
    private int units;
    private long bytes;
    private boolean finished;
    private boolean started;
    private int unit = -1;

    UnitBatch(String splitId) {
        this.splitId = splitId;
    }

    /** No units and no split. */
    static <T> UnitBatch<T> empty() {
        return new UnitBatch<>("");
    }

    /** Adds a record to the unit that {@link #endUnit} will end. */
    @Override
    public void accept(T element) {
        records.add(element);
    }

    /** Makes a unit of the records added since the last, of so many bytes, and notes where the next one starts. */
    void endUnit(int nextEntry, long nextOffset, long nextSkip, long unitBytes) {
        if (units == recordEnds.length) {
            recordEnds = Arrays.copyOf(recordEnds, 2 * units);
            nextEntries = Arrays.copyOf(nextEntries, 2 * units);
            nextOffsets = Arrays.copyOf(nextOffsets, 2 * units);
            nextSkips = Arrays.copyOf(nextSkips, 2 * units);
        }
        recordEnds[units] = records.size();
        nextEntries[units] = nextEntry;
        nextOffsets[units] = nextOffset;
        nextSkips[units] = nextSkip;
        units++;
        bytes += unitBytes;
    }

    /** Drops the records added since the last unit. */
    void dropUnit() {
        records.subList(units == 0 ? 0 : recordEnds[units - 1], records.size()).clear();
    }

    /** The split has nothing behind this batch. */
    void finish() {
        finished = true;
    }

    /** Bytes of the ranges that these units take. */
    long bytes() {
        return bytes;
    }

    int records() {
        return records.size();
    }

    /** Records, or units if there are more of them. */
    int size() {
        return Math.max(units, records.size());
    }

    @Override
    public String nextSplit() {
        if (started || units == 0) {
            return null;
        }
        started = true;
        return splitId;
    }

    @Override
    public UnitBatch<T> nextRecordFromSplit() {
        unit++;
        return unit < units ? this : null;
    }

    @Override
    public Set<String> finishedSplits() {
        return finished ? Set.of(splitId) : Set.of();
    }

    /**
     * Emits the unit this batch stands at, and moves the progress of the split behind it.
     *
     * @return how many records it had
     */
    int emit(SourceOutput<T> output, SplitProgress progress) {
        int start = unit == 0 ? 0 : recordEnds[unit - 1];
        for (int i = start; i < recordEnds[unit]; i++) {
            output.collect(records.get(i));
        }
        progress.moveTo(nextEntries[unit], nextOffsets[unit], nextSkips[unit]);
        return recordEnds[unit] - start;
    }
}
