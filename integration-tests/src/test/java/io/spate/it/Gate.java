package io.spate.it;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets so many records of a job pass as a test allows, and takes note of the checkpoints from which its subtasks were
 * restored. Every wait has an end. Thread-safe.
 */
final class Gate {
    static final long LONGEST_WAIT_SECONDS = 30;

    private final Set<Long> restored = new TreeSet<>();
    private long starts;
    private long allowed;
    private long failAt = -1;
    private long passed;
    private long rounds;

    /** Waits until one more record may pass. Fails the record that was chosen to fail. */
    synchronized void pass() throws Exception {
        long round = rounds;
        await(() -> allowed > 0 || rounds > round, "a record to be allowed");
        passed++;
        if (rounds == round) {
            allowed--;
            notifyAll();
            if (allowed == failAt) {
                failAt = -1;
                throw new IllegalStateException("this record was chosen to fail");
            }
        }
    }

    /** An attempt of a subtask begins with nothing. */
    synchronized void started() {
        starts++;
        notifyAll();
    }

    /** An attempt of a subtask begins where a checkpoint left it. */
    synchronized void restored(long checkpoint) {
        restored.add(checkpoint);
        started();
    }

    /** The checkpoints that were restored so far. */
    synchronized Set<Long> restored() {
        return Set.copyOf(restored);
    }

    /** How many attempts of subtasks have begun so far. */
    synchronized long starts() {
        return starts;
    }

    /** How many records passed, each as often as it came. */
    synchronized long passed() {
        return passed;
    }

    /** Allows so many records from now on, besides those that were allowed already. */
    synchronized void allow(long records) {
        allowed += records;
        notifyAll();
    }

    /** Lets the record pass that each subtask holds at the gate, so that the subtask has time for a checkpoint. */
    synchronized void allowWaiting() {
        rounds++;
        notifyAll();
    }

    /** The record after which so many are allowed will fail. */
    synchronized void failAt(long left) {
        failAt = left;
    }

    /** Waits until no more than so many records are allowed. */
    synchronized void awaitLeft(long left) throws Exception {
        await(() -> allowed <= left, "records to pass");
    }

    /** Waits until so many attempts were started. */
    synchronized void awaitStarts(long count) throws Exception {
        await(() -> starts >= count, "subtasks to start");
    }

    /** Waits until a subtask was restored from a checkpoint. */
    synchronized void awaitRestored(long checkpoint) throws Exception {
        await(() -> restored.contains(checkpoint), "a restore of checkpoint " + checkpoint);
    }

    private interface Condition {
        boolean holds();
    }

    private void await(Condition condition, String what) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        while (!condition.holds()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new TimeoutException("waited too long for " + what + "; " + allowed + " records are allowed, "
                        + passed + " passed, and checkpoints " + restored + " were restored");
            }
            wait(left);
        }
    }
}
