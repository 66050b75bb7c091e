package io.spate.engine;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PartSizerTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;
    private static final StoreProfile AWS = StoreProfile.of(SpateOptions.defaults());
    private static final StoreProfile OSS = StoreProfile.of(SpateOptions.of(Map.of("profile", "oss")));

    @ParameterizedTest
    @ValueSource(longs = {5 * MIB, 8 * MIB, 9 * MIB + 1, 64 * MIB})
    void next_unknownLength_reachesTheLargestObjectInModestParts(long first) {
        PartSizer sizer = new PartSizer(AWS, first, OptionalLong.empty());
        long written = 0;
        int number = 1;
        while (written < AWS.maximumObject()) {
            long size = sizer.next(number, written);
            assertThat(size).isBetween(AWS.minimumPart(), AWS.maximumPart());
            if (written + size < 200 * GIB) {
                assertThat(size).isLessThanOrEqualTo(64 * MIB);
            }
            written += size;
            number++;
            assertThat(number).as("parts for %d bytes", written).isLessThanOrEqualTo(10_000);
        }
    }

    @Test
    void next_smallestPartsOfOss_growTo200GibWithin64Mib() {
        PartSizer sizer = new PartSizer(OSS, 100 << 10, OptionalLong.empty());
        long written = 0;
        int number = 1;
        while (written < 200 * GIB) {
            long size = sizer.next(number, written);
            assertThat(size).isLessThanOrEqualTo(64 * MIB);
            written += size;
            number++;
        }
        assertThat(number).isLessThan(9_000);
    }

    @Test
    void next_knownLength_isOneSizeForAllParts() {
        assertThat(new PartSizer(AWS, 8 * MIB, OptionalLong.of(20 * MIB)).next(1, 0))
                .isEqualTo(8 * MIB);
        PartSizer huge = new PartSizer(AWS, 8 * MIB, OptionalLong.of(5 * TIB));
        long size = huge.next(1, 0);
        assertThat(size % MIB).isZero();
        assertThat((5 * TIB + size - 1) / size).isLessThan(10_000);
        assertThat(huge.next(5_000, 5_000 * size)).isEqualTo(size);
    }

    @Test
    void next_equalParts_neverChange() {
        StoreProfile equal = StoreProfile.of(SpateOptions.of(Map.of("write.equal-parts", "true")));
        PartSizer sizer = new PartSizer(equal, 8 * MIB, OptionalLong.empty());
        assertThat(sizer.next(1, 0)).isEqualTo(8 * MIB);
        assertThat(sizer.next(9_000, 300 * GIB)).isEqualTo(8 * MIB);
    }

    @Test
    void next_firstPartBelowTheMinimum_isTheMinimum() {
        assertThat(new PartSizer(AWS, 1, OptionalLong.empty()).next(1, 0)).isEqualTo(5 * MIB);
    }

    @Test
    void next_partsSentEarly_stayWithinBounds() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            PartSizer sizer = new PartSizer(AWS, 5 * MIB + random.nextLong(60 * MIB), OptionalLong.empty());
            long size = sizer.next(1 + random.nextInt(9_999), random.nextLong(5 * TIB));
            assertThat(size).isBetween(AWS.minimumPart(), AWS.maximumPart());
        }
    }
}
