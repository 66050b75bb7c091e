package io.spate.engine;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import static java.util.Objects.requireNonNull;

/**
 * Decides whether and when a failed request is sent again: exponentially growing waits with full jitter until a
 * deadline, so that a storm of failures neither ends a job nor meets all clients at once. It only decides; whoever asks
 * does the waiting. Thread-safe.
 */
final class Retry {
    /** How long an endpoint that never answered is tried: it is more likely misspelled than restarting. */
    static final Duration UNREACHABLE_DEADLINE = Duration.ofSeconds(5);

    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration FIRST_WAIT_THROTTLED = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final Duration deadline;
    private final LongSupplier nanoClock;
    private final RandomGenerator random;

    Retry(Duration deadline, LongSupplier nanoClock, RandomGenerator random) {
        this.deadline = requireNonNull(deadline, "deadline is null");
        this.nanoClock = requireNonNull(nanoClock, "nanoClock is null");
        this.random = requireNonNull(random, "random is null");
    }

    /** The tries of one request, from now on. */
    Tries begin() {
        return new Tries();
    }

    /** The tries of one request. Used by one thread at a time. */
    final class Tries {
        private long start = nanoClock.getAsLong();
        private int failures;

        /** Something came through: the next failure is the first again. */
        void progressed() {
            if (failures > 0) {
                failures = 0;
                start = nanoClock.getAsLong();
            }
        }

        /**
         * How long to wait before the next try.
         *
         * @throws StoreException the failure, if it is final by its kind or because the deadline is over
         */
        Duration waitAfter(StoreException failure) throws StoreException {
            if (failures == 0) {
                start = failure.kind() == StoreException.Kind.UNREACHABLE ? start : nanoClock.getAsLong();
            }
            failures++;
            if (!failure.kind().isRetryable()) {
                throw failure;
            }
            Duration wait = jitter(failure.kind());
            Duration elapsed = Duration.ofNanos(nanoClock.getAsLong() - start);
            boolean over = elapsed.plus(wait).compareTo(deadlineFor(failure.kind())) > 0;
            if (over && !isFirstOfUnreachable(failure.kind())) {
                throw gaveUp(failure, elapsed);
            }
            return wait;
        }

        /** A single lost packet can cost all the time there is, so an endpoint is tried twice in any case. */
        private boolean isFirstOfUnreachable(StoreException.Kind kind) {
            return kind == StoreException.Kind.UNREACHABLE && failures == 1 && !deadline.isZero();
        }

        private Duration jitter(StoreException.Kind kind) {
            Duration first = kind == StoreException.Kind.THROTTLED ? FIRST_WAIT_THROTTLED : FIRST_WAIT;
            long most = first.toNanos() << Math.min(failures - 1, 20);
            return Duration.ofNanos(random.nextLong(Math.min(most, LONGEST_WAIT.toNanos()) + 1));
        }

        private Duration deadlineFor(StoreException.Kind kind) {
            boolean hurry = kind == StoreException.Kind.UNREACHABLE && deadline.compareTo(UNREACHABLE_DEADLINE) > 0;
            return hurry ? UNREACHABLE_DEADLINE : deadline;
        }

        private StoreException gaveUp(StoreException failure, Duration elapsed) {
            if (failures == 1) {
                return failure;
            }
            return new StoreException(
                    failure.kind(),
                    failure.request().orElseThrow(),
                    failure.detail() + " (given up after " + failures + " tries in " + elapsed.toMillis() + " ms)",
                    failure);
        }
    }
}
