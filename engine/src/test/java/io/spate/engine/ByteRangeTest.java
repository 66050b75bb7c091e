package io.spate.engine;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ByteRangeTest {
    @Test
    void length_halfOpen_isTheDifference() {
        assertThat(new ByteRange(3, 10).length()).isEqualTo(7);
        assertThat(new ByteRange(3, 10).isEmpty()).isFalse();
        assertThat(new ByteRange(3, 10)).hasToString("[3, 10)");
        assertThat(new ByteRange(0, Long.MAX_VALUE).length()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isEmpty_startIsEnd_isAllowed() {
        assertThat(new ByteRange(5, 5).isEmpty()).isTrue();
        assertThat(new ByteRange(5, 5).length()).isZero();
    }

    @Test
    void new_backwardsOrNegative_isRefused() {
        assertThatThrownBy(() -> new ByteRange(5, 4)).hasMessageContaining("[5, 4)");
        assertThatThrownBy(() -> new ByteRange(-1, 4)).hasMessageContaining("[-1, 4)");
    }
}
