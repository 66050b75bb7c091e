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

    /**
     * What was committed stays so. A subtask that was through may be started again without its state, as Flink keeps
     * none of what has ended; then it must not read its lines again.
     *
     * @param seen all lines in the state of the subtask
     * @param fresh those of them that it has read since its last commit, or since it was started
     */
    synchronized void commit(int subtask, BitSet seen, BitSet fresh) {
        BitSet before = committed.computeIfAbsent(subtask, key -> new BitSet());
        if (before.intersects(fresh)) {
            complain("subtask " + subtask + " read lines again that it had committed");
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
