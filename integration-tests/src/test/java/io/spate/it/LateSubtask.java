package io.spate.it;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Makes two subtasks end one after the other: the late one takes its time over each record until the other closes, and the
 * other does not close to the end before the late one has seen a checkpoint fail for that.
 */
final class LateSubtask extends RichMapFunction<Long, Long> implements CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final long PAUSE_MILLIS = 10;
    private static final int NONE = -1;

    private static final AtomicInteger LATE = new AtomicInteger(NONE);
    private static volatile CountDownLatch closing;
    private static volatile CountDownLatch declined;

    static void prepare() {
        LATE.set(NONE);
        closing = new CountDownLatch(1);
        declined = new CountDownLatch(1);
    }

    /** Whether a checkpoint failed because of a subtask that was closing. */
    static boolean sawDeclined() {
        return declined.getCount() == 0;
    }

    @Override
    public Long map(Long number) throws InterruptedException {
        if (LATE.compareAndSet(NONE, subtask()) || isLate()) {
            boolean ignored = closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        return number;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {}

    @Override
    public void notifyCheckpointAborted(long checkpoint) {
        if (isLate() && closing.getCount() == 0) {
            declined.countDown();
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (!isLate()) {
            closing.countDown();
            boolean ignored = declined.await(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private boolean isLate() {
        return LATE.get() == subtask();
    }

    private int subtask() {
        return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }
}
