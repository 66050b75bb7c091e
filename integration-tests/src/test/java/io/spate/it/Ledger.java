package io.spate.it;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a job has told the world: which lines each subtask had seen at its last complete checkpoint. Thread-safe. */
final class Ledger {
    private static final int MOST_COMPLAINTS = 10;

    private final Map<Integer, BitSet> committed = new TreeMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    /** What was committed stays so, even if a subtask that was through is started again without its state. */
    synchronized void commit(int subtask, BitSet seen) {
        BitSet before = committed.computeIfAbsent(subtask, key -> new BitSet());
        BitSet still = (BitSet) before.clone();
        still.and(seen);
        if (!still.isEmpty() && !still.equals(before)) {
            complain("subtask " + subtask + " lost its state and read lines again");
        }
        before.or(seen);
    }

    /** Takes note of a line that is not as it was written, or came twice. */
    void complain(String complaint) {
        wrong.add(complaint);
    }

    /** The first of what was complained of so far. */
    List<String> complaints() {
        return wrong.stream().limit(MOST_COMPLAINTS).toList();
    }

    /** What is wrong with the result, if each of {@code lines} lines should have come once. */
    synchronized List<String> faults(int lines) {
        List<String> faults = new ArrayList<>(complaints());
        BitSet union = new BitSet();
        committed.forEach((subtask, seen) -> {
            if (union.intersects(seen)) {
                faults.add("lines of subtask " + subtask + " came to others too");
            }
            union.or(seen);
        });
        if (union.cardinality() != lines || union.length() != lines) {
            faults.add("only " + union.cardinality() + " of " + lines + " lines came, the first missing one is "
                    + union.nextClearBit(0));
        }
        return faults;
    }
}
