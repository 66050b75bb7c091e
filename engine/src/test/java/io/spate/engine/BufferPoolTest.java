package io.spate.engine;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BufferPoolTest {
    private static final long BUDGET = 32 << 20;
    private static final int BLOCKS = (int) (BUDGET / BufferPool.BLOCK);

    private final BufferPool pool = new BufferPool(BUDGET);

    @Test
    void tryTake_leaves_the_reserve_alone() {
        assertThat(pool.tryTake(BLOCKS / 2 + 1)).isEmpty();
        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.tryTake(BLOCKS / 2)).isPresent();
        assertThat(pool.tryTake(1)).isEmpty();
    }

    @Test
    void takeReserved_works_when_nothing_else_does() {
        pool.tryTake(BLOCKS / 2);
        for (int i = 0; i < BLOCKS / 2; i++) {
            assertThat(pool.takeReserved()).hasNumberOfRows(1);
        }
        assertThat(pool.usedBytes()).isEqualTo(BUDGET);
        assertThat(pool.peakBytes()).isEqualTo(BUDGET);
    }

    @Test
    void giveBack_makes_the_same_block_available_again() {
        byte[] block = pool.tryTake(1).orElseThrow()[0];
        pool.giveBack(block);
        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.tryTake(1).orElseThrow()[0]).isSameAs(block);
    }

    @Test
    void resize_to_less_lets_go_of_blocks_that_nobody_uses() {
        byte[][] blocks = pool.tryTake(BLOCKS / 2).orElseThrow();
        for (byte[] block : blocks) {
            pool.giveBack(block);
        }
        pool.resize(4L * BufferPool.BLOCK);
        pool.resize(BUDGET);
        long kept = Arrays.stream(pool.tryTake(BLOCKS / 2).orElseThrow())
                .filter(Arrays.asList(blocks)::contains)
                .count();
        assertThat(kept).isEqualTo(4);
    }

    @Test
    void resize_to_less_than_two_blocks_is_refused() {
        assertThatThrownBy(() -> pool.resize(BufferPool.BLOCK)).isInstanceOf(IllegalArgumentException.class);
    }
}
