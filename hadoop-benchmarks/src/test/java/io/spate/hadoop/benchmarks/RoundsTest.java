package io.spate.hadoop.benchmarks;

import org.junit.jupiter.api.Test;

import io.spate.benchmarks.Measurement;

import static org.assertj.core.api.Assertions.assertThat;

final class RoundsTest {
    @Test
    void report_threeRounds_leavesTheFirstOut() {
        Rounds rounds = new Rounds();
        rounds.add(Contender.SPATE, measurement(1000, 1, 9000));
        rounds.add(Contender.SPATE, measurement(1000, 500, 1000));
        rounds.add(Contender.SPATE, measurement(1000, 250, 2000));
        rounds.add(Contender.S3A_CLASSIC, measurement(1000, 1, 1));
        rounds.add(Contender.S3A_CLASSIC, measurement(1000, 1000, 4000));

        assertThat(rounds.medianRate(Contender.SPATE)).isEqualTo(2);
        assertThat(rounds.medianCpu(Contender.SPATE)).isEqualTo(1);
        assertThat(rounds.report()).contains("SPATE over it:   2.00 in GB/s,   0.25 in CPU-s/GB");
    }

    private static Measurement measurement(long bytes, long nanos, long cpuNanos) {
        return new Measurement("somebody", bytes, nanos, cpuNanos, 0);
    }
}
