package io.spate.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RangePlannerTest {
    @Test
    void next_covers_what_is_touched_once_with_as_many_ranges_as_the_core_has_pieces() {
        Random random = new Random(11);
        for (int run = 0; run < 2000; run++) {
            long length = random.nextInt(1, 5000);
            long start = random.nextInt((int) length);
            long end = start + 1 + random.nextInt((int) (length - start));
            ByteRange core = new ByteRange(start, end);
            ByteRange touched = new ByteRange(
                    start - random.nextInt((int) start + 1), end + random.nextInt((int) (length - end) + 1));
            long rangeSize = random.nextInt(1, 700);
            RangePlanner planner = new RangePlanner(rangeSize, length, core, touched, touched.start());
            List<ByteRange> planned = new ArrayList<>();
            while (!planner.isExpectedPlanned()) {
                assertThat(planner.peek()).isEqualTo(planner.peek());
                planned.add(planner.next());
            }
            assertThat(planned).hasSize((int) ((core.length() + rangeSize - 1) / rangeSize));
            assertContiguous(planned, touched);
            while (planned.get(planned.size() - 1).end() < length) {
                planned.add(planner.next());
            }
            assertContiguous(planned, new ByteRange(touched.start(), length));
        }
    }

    @Test
    void next_beyond_what_is_expected_starts_small_and_doubles() {
        long mib = 1 << 20;
        RangePlanner planner = new RangePlanner(mib, 10 * mib, new ByteRange(0, mib), new ByteRange(0, mib), 0);
        assertThat(planner.next().length()).isEqualTo(mib);
        assertThat(planner.next().length()).isEqualTo(mib / 4);
        assertThat(planner.next().length()).isEqualTo(mib / 2);
        assertThat(planner.next().length()).isEqualTo(mib);
        assertThat(planner.next().length()).isEqualTo(mib);
    }

    @Test
    void planner_of_a_core_outside_the_object_is_refused() {
        assertThatThrownBy(() -> new RangePlanner(10, 100, new ByteRange(0, 101), new ByteRange(0, 101), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void merge_keeps_every_byte_and_joins_only_across_small_gaps() {
        Random random = new Random(12);
        for (int run = 0; run < 2000; run++) {
            List<ByteRange> ranges = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                long start = random.nextInt(1000);
                ranges.add(new ByteRange(start, start + random.nextInt(100)));
            }
            ranges.sort(Comparator.comparingLong(ByteRange::start));
            int gap = random.nextInt(50);
            List<ByteRange> merged = RangePlanner.merge(ranges, gap, 200);
            for (ByteRange range : ranges) {
                assertThat(merged).anyMatch(m -> m.start() <= range.start() && m.end() >= range.end());
            }
            for (ByteRange range : merged) {
                assertThat(range.length()).isLessThanOrEqualTo(200);
                assertThat(ranges).anyMatch(r -> r.start() == range.start());
                assertThat(ranges).anyMatch(r -> r.end() == range.end());
            }
        }
    }

    private static void assertContiguous(List<ByteRange> ranges, ByteRange whole) {
        long position = whole.start();
        for (ByteRange range : ranges) {
            assertThat(range.start()).isEqualTo(position);
            assertThat(range.isEmpty()).isFalse();
            position = range.end();
        }
        assertThat(position).isEqualTo(whole.end());
    }
}
