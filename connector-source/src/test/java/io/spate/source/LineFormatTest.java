package io.spate.source;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineFormatTest {
    @Test
    void lines_emptyObject_areNone() throws IOException {
        assertThat(FormatReading.records(Formats.lines(), new byte[0])).isEmpty();
    }

    @Test
    void lines_carriageReturns_areDroppedOnlyInFrontOfTheDefaultDelimiter() throws IOException {
        byte[] object = "a\r\nb\rc\r\r\nd\r".getBytes(StandardCharsets.UTF_8);
        assertThat(FormatReading.records(Formats.lines(), object)).isEqualTo(List.of("a", "b\rc\r", "d\r"));
        assertThat(FormatReading.records(Formats.lines().delimiter("\n"), object))
                .isEqualTo(List.of("a\r", "b\rc\r\r", "d\r"));
    }

    @Test
    void lines_malformedBytes_areReplaced() throws IOException {
        byte[] object = {'a', (byte) 0xff, '\n'};
        assertThat(FormatReading.records(Formats.lines(), object)).isEqualTo(List.of("a\ufffd"));
    }

    @Test
    void lines_tooLong_failNamingObjectOffsetLimitAndOption() {
        byte[] object = "ab\nabcdef\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> FormatReading.records(Formats.lines().maxRecordLength(5), object))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("spate://bucket/key", "offset 3", "5 bytes", "maxRecordLength");
    }

    @Test
    void lines_exactlyAsLongAsAllowed_areRead() throws IOException {
        byte[] object = "abcde\r\nabcde".getBytes(StandardCharsets.UTF_8);
        assertThat(FormatReading.records(Formats.lines().maxRecordLength(5), object))
                .isEqualTo(List.of("abcde", "abcde"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"UTF-16", "UTF-32", "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN", "x-IBM930", "x-UTF-16LE-BOM"})
    void charset_whoseLinesCannotBeFoundFromTheMiddle_isRefused(String name) {
        Charset charset = Charset.forName(name);
        assertThatThrownBy(() -> Formats.lines().charset(charset))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(charset.name(), "not supported", "UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shift_JIS", "GBK", "Big5", "GB18030", "EUC-KR", "Big5-HKSCS"})
    void delimiter_thatCouldBePartOfACharacter_isRefused(String name) {
        LineFormat format = Formats.lines().charset(Charset.forName(name));
        assertThatThrownBy(() -> format.delimiter("|"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'|'", name);
        assertThat(format.delimiter("\t").isSplittable()).isTrue();
    }

    @Test
    void delimiter_emptyOrNotInTheCharset_isRefused() {
        assertThatThrownBy(() -> Formats.lines().delimiter("")).hasMessageContaining("empty");
        LineFormat latin = Formats.lines().charset(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> latin.delimiter("漢")).hasMessageContainingAll("漢", "ISO-8859-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aa", "\n\n", "aba", "abab"})
    void delimiter_thatOverlapsItself_isNotSplittable(String delimiter) {
        assertThat(Formats.lines().delimiter(delimiter).isSplittable()).isFalse();
    }

    @Test
    void delimiter_thatOverlapsItself_isFoundFromTheStart() throws IOException {
        byte[] object = "x\n\n\ny\n\n".getBytes(StandardCharsets.UTF_8);
        assertThat(FormatReading.records(Formats.lines().delimiter("\n\n"), object))
                .isEqualTo(List.of("x", "\ny"));
    }

    @Test
    void maxRecordLength_outOfBounds_isRefused() {
        assertThatThrownBy(() -> Formats.lines().maxRecordLength(0)).hasMessageContaining("maxRecordLength");
        assertThatThrownBy(() -> Formats.lines().maxRecordLength(Integer.MAX_VALUE))
                .hasMessageContaining("maxRecordLength");
    }

    @Test
    void expectedRange_inTheMiddle_hasADelimiterInFrontAndSomeMoreBehind() {
        LineFormat format = Formats.lines().delimiter("||");
        assertThat(format.expectedRange(TestObjects.object("key", 10_000_000), new ByteRange(1_000_000, 2_000_000)))
                .isEqualTo(new ByteRange(999_998, 2_000_000 + 65_536));
        assertThat(format.expectedRange(TestObjects.object("key", 2_000_001), new ByteRange(0, 2_000_000)))
                .isEqualTo(new ByteRange(0, 2_000_001));
    }

    @Test
    void format_serialised_readsTheSame() throws Exception {
        LineFormat format = InstantiationUtil.clone(
                Formats.lines().charset(StandardCharsets.UTF_16LE).delimiter("é"));
        assertThat(FormatReading.records(format, "aéb".getBytes(StandardCharsets.UTF_16LE)))
                .isEqualTo(List.of("a", "b"));
    }
}
