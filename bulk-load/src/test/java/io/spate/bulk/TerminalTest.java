package io.spate.bulk;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class TerminalTest {
    @Test
    void escape_controlCharacters_becomeVisible() {
        assertThat(Terminal.escape("a\u001b[2J\nb\r\tc\u0007\u202e\ud800"))
                .isEqualTo("a\\u001b[2J\\nb\\r\\tc\\u0007\\u202e\\ud800");
    }

    @Test
    void escape_ordinaryText_isKept() {
        assertThat(Terminal.escape("ä b%20+#? \uD83D\uDE00")).isEqualTo("ä b%20+#? \uD83D\uDE00");
    }
}
