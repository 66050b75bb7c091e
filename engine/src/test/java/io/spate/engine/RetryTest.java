package io.spate.engine;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetryTest {
    private static final StoreRequest REQUEST = StoreRequest.head(ObjectUri.parse("spate://b/k"));

    private final AtomicLong clock = new AtomicLong();
    private final Retry retry = new Retry(Duration.ofMinutes(3), clock::get, new Random(1));

    @Test
    void waitAfter_failures_goes_on_for_minutes_and_then_gives_the_last_failure() throws StoreException {
        Retry.Tries tries = retry.begin();
        Duration total = Duration.ZERO;
        StoreException last = null;
        int count = 0;
        while (last == null) {
            try {
                Duration wait = tries.waitAfter(failure(Kind.UNAVAILABLE));
                assertThat(wait).isBetween(Duration.ZERO, Duration.ofSeconds(20));
                total = total.plus(wait);
                clock.addAndGet(wait.toNanos());
                count++;
            } catch (StoreException e) {
                last = e;
            }
        }
        assertThat(total).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
        assertThat(count).isBetween(12, 60);
        assertThat(last).hasMessageContaining("given up after " + (count + 1) + " tries");
    }

    @Test
    void waitAfter_an_endpoint_that_never_answered_gives_up_within_seconds_but_not_at_once() throws StoreException {
        Retry.Tries tries = retry.begin();
        clock.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(tries.waitAfter(failure(Kind.UNREACHABLE))).isLessThan(Duration.ofMillis(101));
        clock.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThatThrownBy(() -> tries.waitAfter(failure(Kind.UNREACHABLE))).isInstanceOf(StoreException.class);
    }

    @Test
    void waitAfter_a_long_time_without_failure_starts_a_new_deadline() throws StoreException {
        Retry.Tries tries = retry.begin();
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(tries.waitAfter(failure(Kind.THROTTLED))).isLessThan(Duration.ofMillis(501));
        clock.addAndGet(Duration.ofMinutes(4).toNanos());
        tries.progressed();
        assertThat(tries.waitAfter(failure(Kind.THROTTLED))).isLessThan(Duration.ofMillis(501));
    }

    @Test
    void waitAfter_a_final_failure_gives_it_back() {
        StoreException denied = failure(Kind.DENIED);
        assertThatThrownBy(() -> retry.begin().waitAfter(denied)).isSameAs(denied);
    }

    private static StoreException failure(Kind kind) {
        return new StoreException(kind, REQUEST, "test");
    }
}
