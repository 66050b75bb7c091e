package io.spate.source;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SplitPoolTest {
    @Test
    void draw_manySplits_givesUpToFour() {
        assertThat(pool(1000).draw(2)).hasSize(4);
        assertThat(pool(13).draw(2)).hasSize(3);
    }

    @Test
    void draw_fewSplits_givesOneByOne() {
        assertThat(pool(7).draw(2)).extracting(SpateSplit::splitId).containsExactly("0");
        assertThat(pool(1).draw(100)).hasSize(1);
        assertThat(pool(0).draw(1)).isEmpty();
    }

    @Test
    void addBack_splits_areDrawnFirstInTheirOrder() {
        SplitPool pool = pool(1);
        pool.addBack(List.of(split(7), split(8)));
        assertThat(pool.snapshot()).containsExactly(split(7), split(8), split(0));
        assertThat(pool.size()).isEqualTo(3);
    }

    @Test
    void hasRoom_manySplitsOrManyEntries_isFalse() {
        assertThat(pool(SplitPool.MAX_SPLITS - 1).hasRoom()).isTrue();
        assertThat(pool(SplitPool.MAX_SPLITS).hasRoom()).isFalse();

        SplitPool few = pool(1);
        few.add(pack(SplitPool.MAX_ENTRIES - 2));
        assertThat(few.hasRoom()).isTrue();
        few.addBack(List.of(split(1)));
        assertThat(few.hasRoom()).isFalse();
        assertThat(few.draw(1)).containsExactly(split(1));
        assertThat(few.hasRoom()).isTrue();
    }

    private static SpateSplit pack(int entries) {
        return SpateSplit.of("pack", Collections.nCopies(entries, SplitEntry.whole(TestObjects.object("key", 10))));
    }

    private static SplitPool pool(int size) {
        return new SplitPool(
                IntStream.range(0, size).mapToObj(SplitPoolTest::split).toList());
    }

    private static SpateSplit split(int id) {
        return SpateSplit.of(Integer.toString(id), List.of(SplitEntry.whole(TestObjects.object("key-" + id, 10))));
    }
}
