package io.spate.sink;

import java.time.Duration;
import java.util.Random;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RollingTest {
    private static final Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Rolling NEVER = new Rolling(Long.MAX_VALUE, NO_LIMIT, NO_LIMIT, Long.MAX_VALUE, false);

    @Test
    void isDue_eachLimitAlone_fromTheLimitOn() {
        Rolling bytes = NEVER.withMaxBytes(100);
        assertThat(bytes.isDue(99, 1, 0, 0, 0)).isFalse();
        assertThat(bytes.isDue(100, 1, 0, 0, 0)).isTrue();
        Rolling records = NEVER.withMaxRecords(3);
        assertThat(records.isDue(0, 2, 0, 0, 0)).isFalse();
        assertThat(records.isDue(0, 3, 0, 0, 0)).isTrue();
        Rolling age = NEVER.withMaxAge(Duration.ofMillis(50));
        assertThat(age.isDue(0, 1, 1000, 1049, 1049)).isFalse();
        assertThat(age.isDue(0, 1, 1000, 1050, 1050)).isTrue();
        Rolling idle = NEVER.withMaxIdle(Duration.ofMillis(20));
        assertThat(idle.isDue(0, 1, 1000, 1040, 1059)).isFalse();
        assertThat(idle.isDue(0, 1, 1000, 1040, 1060)).isTrue();
    }

    @Test
    void isDue_noLimits_never() {
        long[] times = {0, 1, 1_000_000_000_000L, Long.MAX_VALUE - 1};
        for (long now : times) {
            assertThat(NEVER.isDue(Long.MAX_VALUE - 1, Long.MAX_VALUE - 1, 0, 0, now))
                    .isFalse();
        }
        assertThat(NEVER.nextCheckAt(1_000_000_000_000L, 1_000_000_000_001L)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isDue_clockSetBack_isNotDue() {
        assertThat(Rolling.defaults().isDue(1, 1, 1_000_000_000_000L, 1_000_000_000_000L, 0))
                .isFalse();
    }

    @Test
    void isDue_randomObjects_staysDueAndBecomesSoAtTheNextCheck() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            Rolling rolling = new Rolling(
                    1 + random.nextInt(100),
                    Duration.ofMillis(1 + random.nextInt(100)),
                    Duration.ofMillis(1 + random.nextInt(100)),
                    1 + random.nextInt(20),
                    random.nextBoolean());
            long bytes = random.nextInt(120);
            long records = random.nextInt(25);
            long opened = random.nextInt(1000);
            long written = opened + random.nextInt(100);
            boolean isFull = bytes >= rolling.maxBytes() || records >= rolling.maxRecords();
            long next = rolling.nextCheckAt(opened, written);

            assertThat(rolling.isDue(bytes, records, opened, written, next)).isTrue();
            assertThat(rolling.isDue(bytes, records, opened, written, next - 1)).isEqualTo(isFull);
            assertThat(rolling.isDue(bytes, records, opened, written, next + random.nextInt(1000)))
                    .isTrue();
            assertThat(next).isGreaterThan(opened).isLessThanOrEqualTo(written + 100);
        }
    }

    @Test
    void defaults_asDocumented_andChangedOneByOne() {
        Rolling rolling = Rolling.defaults()
                .withMaxBytes(1)
                .withMaxAge(Duration.ofMillis(2))
                .withMaxIdle(Duration.ofMillis(3))
                .withMaxRecords(4)
                .withEveryCheckpoint(true);

        assertThat(Rolling.defaults())
                .isEqualTo(
                        new Rolling(256 << 20, Duration.ofMinutes(15), Duration.ofMinutes(5), Long.MAX_VALUE, false));
        assertThat(rolling).isEqualTo(new Rolling(1, Duration.ofMillis(2), Duration.ofMillis(3), 4, true));
    }

    @Test
    void create_limitTooSmall_isRefusedByName() {
        assertThatThrownBy(() -> Rolling.defaults().withMaxBytes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxBytes must be at least 1: 0");
        assertThatThrownBy(() -> Rolling.defaults().withMaxRecords(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxRecords must be at least 1: -1");
        assertThatThrownBy(() -> Rolling.defaults().withMaxAge(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxAge must be at least 1 ms: PT0.000999999S");
        assertThatThrownBy(() -> Rolling.defaults().withMaxIdle(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxIdle must be at least 1 ms");
        assertThatThrownBy(() -> Rolling.defaults().withMaxIdle(null)).hasMessageContaining("maxIdle is null");
    }

    @Test
    void serialize_anyRolling_isTheSame() throws Exception {
        assertThat(InstantiationUtil.clone(Rolling.defaults())).isEqualTo(Rolling.defaults());
    }
}
