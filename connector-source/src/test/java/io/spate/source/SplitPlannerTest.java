package io.spate.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

import static org.assertj.core.api.Assertions.assertThat;

class SplitPlannerTest {
    private static final long MIB = 1 << 20;

    @Test
    void next_randomObjects_givesEveryByteOnceInOrderWithinBounds() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            long splitSize = 1L + random.nextInt(random.nextBoolean() ? 100 : (int) (100 * MIB));
            boolean splittable = random.nextBoolean();
            List<ObjectInfo> objects = objects(random, splitSize);
            List<SpateSplit> splits = plan(objects, splitSize, splittable, random);
            assertThat(glued(splits))
                    .isEqualTo(objects.stream().map(SplitEntry::whole).toList());
            splits.forEach(split -> assertBounds(split, splitSize, splittable));
            assertThat(splits).extracting(SpateSplit::splitId).doesNotHaveDuplicates();
        }
    }

    /** Plans as objects come in, and at random moments goes on with a new planner as after a restore. */
    private static List<SpateSplit> plan(List<ObjectInfo> objects, long splitSize, boolean splittable, Random random) {
        SplitPlanner planner = new SplitPlanner(splitSize, object -> splittable, List.of(), 0);
        List<SpateSplit> splits = new ArrayList<>();
        for (ObjectInfo object : objects) {
            planner.add(object);
            for (int wanted = random.nextInt(4); wanted > 0; wanted--) {
                planner.next(false).ifPresent(splits::add);
            }
            if (random.nextInt(5) == 0) {
                planner = new SplitPlanner(splitSize, any -> splittable, planner.unplanned(), planner.nextId());
            }
        }
        for (Optional<SpateSplit> next = planner.next(true); next.isPresent(); next = planner.next(true)) {
            splits.add(next.get());
        }
        return splits;
    }

    private static List<ObjectInfo> objects(Random random, long splitSize) {
        return IntStream.range(0, random.nextInt(60))
                .mapToObj(i -> TestObjects.object("key-" + i, random.nextLong(1 + splitSize * random.nextInt(6))))
                .toList();
    }

    /** The entries of all splits, those that follow each other in one object put together. */
    private static List<SplitEntry> glued(List<SpateSplit> splits) {
        List<SplitEntry> glued = new ArrayList<>();
        for (SpateSplit split : splits) {
            for (SplitEntry entry : split.entries()) {
                int last = glued.size() - 1;
                if (last >= 0 && glued.get(last).object().equals(entry.object())) {
                    ByteRange before = glued.get(last).range();
                    assertThat(entry.range().start()).isEqualTo(before.end());
                    glued.set(
                            last,
                            new SplitEntry(
                                    entry.object(),
                                    new ByteRange(before.start(), entry.range().end())));
                } else {
                    glued.add(entry);
                }
            }
        }
        return glued;
    }

    private static void assertBounds(SpateSplit split, long splitSize, boolean splittable) {
        assertThat(split.entries()).hasSizeBetween(1, SplitPlanner.MAX_PACK);
        long bytes = split.pendingBytes();
        if (split.entries().size() > 1) {
            assertThat(bytes + split.entries().size() * SplitPlanner.OPEN_COST).isLessThanOrEqualTo(splitSize);
        } else if (splittable) {
            assertThat(bytes).isLessThanOrEqualTo(splitSize + splitSize / 10);
        }
    }

    @Test
    void next_largeObject_givesRangesAndNoTinyTail() {
        assertThat(ranges(100, 40))
                .containsExactly(new ByteRange(0, 40), new ByteRange(40, 80), new ByteRange(80, 100));
        assertThat(ranges(83, 40)).containsExactly(new ByteRange(0, 40), new ByteRange(40, 83));
        assertThat(ranges(84, 40)).containsExactly(new ByteRange(0, 40), new ByteRange(40, 80), new ByteRange(80, 84));
        assertThat(ranges(41, 40)).containsExactly(new ByteRange(0, 41));
    }

    private static List<ByteRange> ranges(long length, long splitSize) {
        return plan(List.of(TestObjects.object("key", length)), splitSize, true, new Random(1)).stream()
                .map(split -> split.entries().get(0).range())
                .toList();
    }

    @Test
    void next_manySmallObjects_packsByOpenCost() {
        List<ObjectInfo> objects = IntStream.range(0, 40)
                .mapToObj(i -> TestObjects.object("key-" + i, 0))
                .toList();
        assertThat(plan(objects, 64 * MIB, true, new Random(1)))
                .extracting(split -> split.entries().size())
                .containsExactly(16, 16, 8);
    }

    @Test
    void next_verySmallObjectsAndLargeSplits_packsByCount() {
        List<ObjectInfo> objects = IntStream.range(0, 300)
                .mapToObj(i -> TestObjects.object("key-" + i, 1))
                .toList();
        assertThat(plan(objects, 4096 * MIB, true, new Random(1)))
                .extracting(split -> split.entries().size())
                .containsExactly(256, 44);
    }

    @Test
    void next_packNotFull_waitsForMore() {
        SplitPlanner planner = new SplitPlanner(64 * MIB, any -> true, List.of(), 0);
        planner.add(TestObjects.object("key", 1));
        assertThat(planner.next(false)).isEmpty();
        assertThat(planner.unplanned()).hasSize(1);
        assertThat(planner.next(true)).isPresent();
        assertThat(planner.next(true)).isEmpty();
    }

    @Test
    void next_hugeObject_keepsOneEntryUntilItsSplitsAreWanted() {
        SplitPlanner planner = new SplitPlanner(64 * MIB, any -> true, List.of(), 0);
        planner.add(TestObjects.object("key", 5L << 40));
        assertThat(planner.next(false)).isPresent();
        assertThat(planner.unplanned()).hasSize(1);
    }
}
