package io.spate.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class MeasurementTest {
    @Test
    void median_measurements_isTheMiddleOne() {
        List<Measurement> measurements = List.of(measurement(8, 1), measurement(1, 5), measurement(2, 3));

        assertThat(Measurement.median(measurements, Measurement::gigabytesPerSecond))
                .isEqualTo(0.5);
        assertThat(Measurement.median(measurements, Measurement::cpuSecondsPerGigabyte))
                .isEqualTo(0.5);
        assertThat(Measurement.median(measurements, Measurement::collections)).isEqualTo(3);
    }

    /** Four bytes, each in so many nanoseconds, with two nanoseconds of CPU time for all. */
    private static Measurement measurement(long nanosPerByte, long collections) {
        return new Measurement("reader", 4, 4 * nanosPerByte, 2, collections);
    }
}
