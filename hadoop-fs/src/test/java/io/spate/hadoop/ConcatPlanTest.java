package io.spate.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreProfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ConcatPlanTest {
    private static final long MIB = 1L << 20;
    private static final StoreProfile PROFILE = StoreProfile.of(SpateOptions.of(Map.of("profile", "generic")));

    @Test
    void of_largeObjects_copiesEverything() {
        ConcatPlan plan = ConcatPlan.of(List.of(128 * MIB, 128 * MIB, 3 * MIB), PROFILE);

        assertThat(plan.parts()).hasSize(3);
        assertThat(plan.parts().get(0).copied()).isTrue();
        assertThat(plan.parts().get(1).copied()).isTrue();
        assertThat(plan.parts().get(2).copied())
                .as("stores copy ranges of large objects only")
                .isFalse();
    }

    @Test
    void of_anObjectThatIsTooSmall_joinsItWithTheStartOfTheNext() {
        ConcatPlan plan = ConcatPlan.of(List.of(MIB, 100 * MIB), PROFILE);

        assertThat(plan.parts())
                .containsExactly(
                        new ConcatPlan.PartPlan(
                                List.of(
                                        new ConcatPlan.Segment(0, new ByteRange(0, MIB)),
                                        new ConcatPlan.Segment(1, new ByteRange(0, 4 * MIB))),
                                false),
                        new ConcatPlan.PartPlan(
                                List.of(new ConcatPlan.Segment(1, new ByteRange(4 * MIB, 100 * MIB))), true));
    }

    @Test
    void of_noBytes_hasNoParts() {
        assertThat(ConcatPlan.of(List.of(0L, 0L), PROFILE).parts()).isEmpty();
    }

    @Test
    void of_tooManyBytes_isRefused() {
        assertThatThrownBy(() -> ConcatPlan.of(List.of(3L << 40, 3L << 40), PROFILE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("larger than the store takes");
    }

    @Test
    void of_moreObjectsThanParts_joinsThem() {
        List<Long> lengths = new ArrayList<>();
        for (int i = 0; i < 25_000; i++) {
            lengths.add(5 * MIB);
        }

        requireWhole(lengths, PROFILE);
    }

    @Test
    void of_anyObjects_hasEveryByteOnceInOrderAndPartsWithinTheBounds() {
        Random random = new Random(1);
        for (int round = 0; round < 2_000; round++) {
            List<Long> lengths = new ArrayList<>();
            int count = 1 + random.nextInt(30);
            for (int i = 0; i < count; i++) {
                lengths.add(
                        switch (random.nextInt(5)) {
                            case 0 -> 0L;
                            case 1 -> (long) random.nextInt(100);
                            case 2 -> (long) random.nextInt((int) (6 * MIB));
                            case 3 -> (long) random.nextInt((int) (600 * MIB));
                            default -> (long) (random.nextDouble() * 12_000 * MIB);
                        });
            }
            requireWhole(lengths, PROFILE);
        }
    }

    private static void requireWhole(List<Long> lengths, StoreProfile profile) {
        ConcatPlan plan = ConcatPlan.of(lengths, profile);
        int object = 0;
        long position = 0;
        for (int i = 0; i < plan.parts().size(); i++) {
            ConcatPlan.PartPlan part = plan.parts().get(i);
            boolean last = i == plan.parts().size() - 1;
            assertThat(part.length())
                    .as("part %d of %s", i, lengths)
                    .isBetween(last ? 1 : profile.minimumPart(), profile.maximumPart());
            if (part.copied()) {
                assertThat(part.segments()).hasSize(1);
            }
            for (ConcatPlan.Segment segment : part.segments()) {
                while (position == lengths.get(object)) {
                    object++;
                    position = 0;
                }
                assertThat(segment.object()).isEqualTo(object);
                assertThat(segment.range().start()).isEqualTo(position);
                position = segment.range().end();
            }
        }
        long total = lengths.stream().mapToLong(Long::longValue).sum();
        assertThat(plan.parts().stream().mapToLong(ConcatPlan.PartPlan::length).sum())
                .isEqualTo(total);
        assertThat(plan.parts().size()).isLessThanOrEqualTo(profile.maximumParts());
    }
}
