package io.spate.engine;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class RetryingStoreTest {
    private static final ObjectUri URI = ReaderFixture.URI;

    @Test
    void calls_outlive_failures_that_pass() throws StoreException {
        AtomicInteger failures = new AtomicInteger(3);
        FaultyStore.Plan passing = FaultyStore.failing(Kind.THROTTLED, request -> failures.getAndDecrement() > 0);
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), passing)) {
            fixture.memory.put(URI, new byte[10]);
            assertThat(fixture.engine.store().head(URI).length()).isEqualTo(10);
            failures.set(2);
            assertThat(fixture.engine.store().list(ListRequest.below(URI)).objects())
                    .hasSize(1);
            IoStats stats = fixture.engine.stats();
            assertThat(stats.get(IoStat.HEAD_REQUESTS)).isEqualTo(4);
            assertThat(stats.get(IoStat.LIST_REQUESTS)).isEqualTo(3);
            assertThat(stats.get(IoStat.RETRIES)).isEqualTo(5);
            assertThat(stats.get(IoStat.THROTTLED)).isEqualTo(5);
            assertThat(stats.quantile(IoStat.LIST_TIME, 1)).isPositive();
        }
    }

    @Test
    void interrupted_call_stops_trying_and_keeps_the_flag() {
        FaultyStore.Plan failing = FaultyStore.failing(Kind.UNAVAILABLE, request -> true);
        try (ReaderFixture fixture = new ReaderFixture(Map.of(), failing)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> fixture.engine.store().head(URI)).isInstanceOf(StoreException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(1);
        }
    }
}
