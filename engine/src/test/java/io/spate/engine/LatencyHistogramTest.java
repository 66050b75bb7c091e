package io.spate.engine;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LatencyHistogramTest {
    @Test
    void quantile_is_within_a_quarter_above_the_true_value() {
        LatencyHistogram histogram = new LatencyHistogram();
        long[] values = new Random(1)
                .longs(10_000, 0, 10_000_000_000L)
                .map(v -> v >> (v % 20))
                .toArray();
        Arrays.stream(values).forEach(histogram::record);
        Arrays.sort(values);
        for (double quantile : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = values[(int) Math.ceil(quantile * values.length) - 1];
            assertThat(histogram.quantile(quantile)).isBetween(exact, exact + exact / 4 + 1);
        }
        assertThat(histogram.count()).isEqualTo(10_000);
    }

    @Test
    void quantile_of_nothing_is_zero() {
        assertThat(new LatencyHistogram().quantile(0.5)).isZero();
    }
}
