package io.spate.sink;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Processing time that stands still until a test moves it, and calls timers that are due then. */
final class ManualTime implements ProcessingTimeService {
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(timer -> timer.at));
    private long now = 1_000_000;

    @Override
    public long getCurrentProcessingTime() {
        return now;
    }

    @Override
    public ScheduledFuture<?> registerTimer(long at, ProcessingTimeCallback callback) {
        Timer timer = new Timer(at, callback);
        timers.add(timer);
        return timer;
    }

    /** Moves on, timer by timer. */
    void advance(long millis) throws Exception {
        long end = now + millis;
        for (Timer timer = timers.peek(); timer != null && timer.at <= end; timer = timers.peek()) {
            timers.remove();
            now = Math.max(now, timer.at);
            if (!timer.isCancelled()) {
                timer.callback.onProcessingTime(timer.at);
            }
        }
        now = end;
    }

    /** When the next timer is due that was not cancelled. */
    Optional<Long> nextTimer() {
        return timers.stream()
                .filter(timer -> !timer.isCancelled())
                .map(timer -> timer.at)
                .min(Comparator.naturalOrder());
    }

    private static final class Timer extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final long at;
        private final ProcessingTimeCallback callback;

        Timer(long at, ProcessingTimeCallback callback) {
            super(() -> null);
            this.at = at;
            this.callback = callback;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public int compareTo(Delayed other) {
            throw new UnsupportedOperationException("nobody asks");
        }
    }
}
