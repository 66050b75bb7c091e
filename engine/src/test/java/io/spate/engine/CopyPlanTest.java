package io.spate.engine;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CopyPlanTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;
    private static final StoreProfile AWS = profile(5 * MIB, 5 * GIB, 10_000, 5 * TIB);

    @Test
    void of_randomObjectsAndStores_coversEveryByteOnceWithinTheLimits() {
        Random random = new Random(7);
        int planned = 0;
        for (int i = 0; i < 20_000; i++) {
            long minimum = 1 + random.nextLong(1L << (1 + random.nextInt(24)));
            long maximum = minimum + random.nextLong(1L << (1 + random.nextInt(34)));
            int parts = 1 + random.nextInt(10_000);
            long length = 1 + random.nextLong(1L << (1 + random.nextInt(44)));
            StoreProfile profile = profile(minimum, maximum, parts, Long.MAX_VALUE);
            if (length > maximum && (length - 1) / maximum < parts) {
                requireSound(CopyPlan.of(length, profile), profile);
                planned++;
            }
        }
        assertThat(planned).isGreaterThan(1000);
    }

    @ParameterizedTest
    @CsvSource({"5368709121, 21", "10737418240, 40", "1099511627776, 4096", "5497558138880, 10000"})
    void of_lengthsOnAws_takesFewParts(long length, int parts) {
        CopyPlan plan = CopyPlan.of(length, AWS);

        assertThat(plan.count()).isEqualTo(parts);
        requireSound(plan, AWS);
    }

    @Test
    void of_storeOfEqualParts_hasThem() {
        CopyPlan plan = CopyPlan.of(1_000_001, profile(1000, 100_000, 100, GIB));

        assertThat(plan.count()).isEqualTo(11);
        for (int number = 1; number < plan.count(); number++) {
            assertThat(plan.range(number).length()).isEqualTo(plan.partSize());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_001, 10_000_001})
    void of_objectThatIsTooLarge_isRefusedWithTheLimits(long length) {
        assertThatThrownBy(() -> CopyPlan.of(length, profile(1000, 100_000, 10, 10_000_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(length + " bytes")
                .hasMessageContaining("in 10 parts of at most 100000");
    }

    private static void requireSound(CopyPlan plan, StoreProfile profile) {
        assertThat(plan.count()).isBetween(1, profile.maximumParts());
        long at = 0;
        for (int number = 1; number <= plan.count(); number++) {
            ByteRange range = plan.range(number);
            boolean last = number == plan.count();
            if (range.start() != at
                    || range.length() < (last ? 1 : profile.minimumPart())
                    || range.length() > profile.maximumPart()
                    || (!last && range.length() != plan.partSize())) {
                throw new AssertionError(plan + " has part " + number + " " + range + " on " + profile);
            }
            at = range.end();
        }
        assertThat(at).as("%s on %s", plan, profile).isEqualTo(plan.length());
    }

    private static StoreProfile profile(long minimum, long maximum, int parts, long object) {
        return new StoreProfile(minimum, maximum, parts, object, false, true, false, false, false, false);
    }
}
