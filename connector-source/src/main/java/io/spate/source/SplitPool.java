package io.spate.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * The splits that no reader has yet. Readers draw from this one pool, several at a time while there are plenty and one
 * by one towards the end, so that they end together. Pure; used by one thread.
 */
final class SplitPool {
    static final int MAX_SPLITS = 1000;
    static final int MAX_ENTRIES = 10_000;

    private static final int MAX_BATCH = 4;

    private final Deque<SpateSplit> splits;
    private long entries;

    SplitPool(Collection<SpateSplit> splits) {
        this.splits = new ArrayDeque<>(splits);
        this.entries = entries(splits);
    }

    /** Whether one more split should be planned: neither splits nor what is in them are plenty. */
    boolean hasRoom() {
        return splits.size() < MAX_SPLITS && entries < MAX_ENTRIES;
    }

    void add(SpateSplit split) {
        splits.add(split);
        entries += split.entries().size();
    }

    /** Puts splits that a reader lost in front of all others, in their order. */
    void addBack(List<SpateSplit> returned) {
        for (int i = returned.size() - 1; i >= 0; i--) {
            splits.addFirst(returned.get(i));
        }
        entries += entries(returned);
    }

    /** What one reader gets for one request; empty only if the pool is. */
    List<SpateSplit> draw(int parallelism) {
        int batch = Math.max(1, Math.min(MAX_BATCH, splits.size() / (2 * parallelism)));
        List<SpateSplit> drawn = new ArrayList<>(batch);
        while (drawn.size() < batch && !splits.isEmpty()) {
            drawn.add(splits.remove());
        }
        entries -= entries(drawn);
        return drawn;
    }

    int size() {
        return splits.size();
    }

    List<SpateSplit> snapshot() {
        return List.copyOf(splits);
    }

    private static long entries(Collection<SpateSplit> splits) {
        return splits.stream().mapToLong(split -> split.entries().size()).sum();
    }
}
