package io.spate.it;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets so many records of a job pass as a test allows, and counts the attempts to run its subtasks. Every wait has an
 * end. Thread-safe.
 */
final class Gate {
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private long allowed;
    private long failAt = -1;
    private long starts;

    /** Waits until one more record may pass. Fails the record that was chosen to fail. */
    synchronized void pass() throws Exception {
        await(() -> allowed > 0, "a record to be allowed");
        allowed--;
        notifyAll();
        if (allowed == failAt) {
            failAt = -1;
            throw new IllegalStateException("this record was chosen to fail");
        }
    }

    /** One more attempt of a subtask begins. */
    synchronized void started() {
        starts++;
        notifyAll();
    }

    synchronized long starts() {
        return starts;
    }

    /** Allows so many records from now on, besides those that were allowed already. */
    synchronized void allow(long records) {
        allowed += records;
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

    /** Waits until more attempts were started than before. */
    synchronized void awaitStarts(long before) throws Exception {
        await(() -> starts > before, "a new attempt");
    }

    private interface Condition {
        boolean holds();
    }

    private void await(Condition condition, String what) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MILLIS);
        while (!condition.holds()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new TimeoutException("waited too long for " + what);
            }
            wait(left);
        }
    }
}
