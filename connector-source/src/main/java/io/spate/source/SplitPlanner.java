package io.spate.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Cuts large objects into ranges and packs small ones, in the order of the listing and every byte once. It plans no
 * further than it is asked, so that an object of many terabytes takes the place of one entry until its splits are
 * wanted. Pure; used by one thread.
 */
final class SplitPlanner {
    /** What opening an object costs, in the bytes that could be read in that time. */
    static final long OPEN_COST = 4 << 20;

    static final int MAX_PACK = 256;

    private final long splitSize;
    private final Predicate<ObjectInfo> splittable;
    private final Deque<SplitEntry> unplanned;
    private long nextId;

    /**
     * @param splitSize bytes, greater than 0
     * @param splittable whether an object may be cut
     * @param unplanned what was listed but is not in a split yet
     */
    SplitPlanner(long splitSize, Predicate<ObjectInfo> splittable, Collection<SplitEntry> unplanned, long nextId) {
        this.splitSize = splitSize;
        this.splittable = splittable;
        this.unplanned = new ArrayDeque<>(unplanned);
        this.nextId = nextId;
    }

    void add(ObjectInfo object) {
        unplanned.add(SplitEntry.whole(object));
    }

    /**
     * The next split, if there is enough for one.
     *
     * @param complete whether no more objects will come, so that the last pack need not be full
     */
    Optional<SpateSplit> next(boolean complete) {
        SplitEntry head = unplanned.peek();
        if (head == null) {
            return Optional.empty();
        }
        if (isLarge(head)) {
            return Optional.of(split(List.of(cut())));
        }
        int size = packSize(complete);
        return size == 0 ? Optional.empty() : Optional.of(split(take(size)));
    }

    /** What reading a split costs, in the bytes that could be read in that time. */
    static long weight(SpateSplit split) {
        return split.pendingBytes() + OPEN_COST * split.entries().size();
    }

    List<SplitEntry> unplanned() {
        return List.copyOf(unplanned);
    }

    long nextId() {
        return nextId;
    }

    /** Asks for the object and not for what is left of it, so that its last piece is not packed with other objects. */
    private boolean isLarge(SplitEntry entry) {
        return entry.object().length() > splitSize && splittable.test(entry.object());
    }

    /** Takes one range off the first object. A tail of less than a tenth of a split goes with the range before it. */
    private SplitEntry cut() {
        SplitEntry head = unplanned.remove();
        ByteRange range = head.range();
        long end = range.length() - splitSize < Math.max(1, splitSize / 10) ? range.end() : range.start() + splitSize;
        if (end < range.end()) {
            unplanned.addFirst(new SplitEntry(head.object(), new ByteRange(end, range.end())));
        }
        return new SplitEntry(head.object(), new ByteRange(range.start(), end));
    }

    /** How many of the first entries make a pack; 0 if there may be room for more that are still to come. */
    private int packSize(boolean complete) {
        long weight = 0;
        int size = 0;
        for (SplitEntry entry : unplanned) {
            long added = entry.range().length() + OPEN_COST;
            if (size > 0 && (isLarge(entry) || weight + added > splitSize)) {
                return size;
            }
            weight += added;
            size++;
            if (weight >= splitSize || size == MAX_PACK) {
                return size;
            }
        }
        return complete ? size : 0;
    }

    private List<SplitEntry> take(int count) {
        List<SplitEntry> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            taken.add(unplanned.remove());
        }
        return taken;
    }

    private SpateSplit split(List<SplitEntry> entries) {
        return SpateSplit.of(Long.toString(nextId++), entries);
    }
}
