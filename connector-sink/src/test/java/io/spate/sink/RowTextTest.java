package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RowTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "\n", "a\r"})
    void line_thatReadersWouldTakeForAnother_isRefused(String row) {
        RowText text = new RowText("raw", "UTF-8", false);

        assertThatThrownBy(() -> line(text, row))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("format 'raw': a row of " + row.length() + " bytes has a line end at byte ");
    }

    @Test
    void line_withLineEndsThatReadersKnow_isWritten() throws Exception {
        RowText text = new RowText("csv", "UTF-8", true);

        assertThat(line(text, "\"a\r\nb\"")).isEqualTo("\"a\r\nb\"".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void line_emptyInCsv_isRefusedSinceItIsNoRow() throws Exception {
        assertThatThrownBy(() -> line(new RowText("csv", "UTF-8", true), ""))
                .hasMessageContaining("'csv.null-literal'");
        assertThat(line(new RowText("raw", "UTF-8", false), "")).isEmpty();
    }

    @Test
    void line_inAnotherCharset_isEncodedOrRefused() throws Exception {
        assertThat(line(new RowText("csv", "UTF-16LE", false), "é")).isEqualTo("é".getBytes(StandardCharsets.UTF_16LE));
        assertThatThrownBy(() -> line(new RowText("csv", "US-ASCII", false), "é"))
                .hasMessageContaining("'charset' = 'US-ASCII' does not have");
    }

    @Test
    void newText_ofCharsetWithByteOrderMark_isRefused() {
        assertThatThrownBy(() -> new RowText("csv", "UTF-16", false))
                .hasMessageStartingWith("option 'charset' = 'UTF-16'")
                .hasMessageContaining("such as UTF-16LE");
    }

    private static byte[] line(RowText text, String row) throws IOException {
        return text.line(row.getBytes(StandardCharsets.UTF_8), text.charset());
    }
}
