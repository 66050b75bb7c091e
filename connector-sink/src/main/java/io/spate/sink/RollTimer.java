package io.spate.sink;

import java.io.IOException;
import java.util.concurrent.ScheduledFuture;

import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Wakes the writer when an object may be due by its age or idleness. Used by the task. */
final class RollTimer {
    /** It wakes at most ten times a second, however many objects there are. */
    private static final long STEP_MILLIS = 100;

    /** What is done when it wakes. */
    @FunctionalInterface
    interface Action {
        /** Gives when to wake again, in milliseconds; {@link Long#MAX_VALUE} for never. */
        long at(long now) throws IOException;
    }

    private final ProcessingTimeService time;
    private final Action action;
    private long wakesAt = Long.MAX_VALUE;
    private ScheduledFuture<?> timer;

    RollTimer(ProcessingTimeService time, Action action) {
        this.time = time;
        this.action = action;
    }

    long now() {
        return time.getCurrentProcessingTime();
    }

    /** Wakes at this time or soon after it, and whenever else it was asked to. */
    void wakeAt(long due) {
        long at = Math.max(due, now() + STEP_MILLIS);
        if (at < wakesAt) {
            cancel();
            wakesAt = at;
            timer = time.registerTimer(at, this::wake);
        }
    }

    void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        wakesAt = Long.MAX_VALUE;
    }

    private void wake(long planned) throws IOException {
        cancel();
        wakeAt(action.at(now()));
    }
}
