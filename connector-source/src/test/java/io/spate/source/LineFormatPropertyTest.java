package io.spate.source;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;
import io.spate.source.FormatReading.Unit;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever the ranges, the lines of an object are those that the decoded text has. */
class LineFormatPropertyTest {
    private static final String ASCII = "ab\r|#,;";
    private static final String WIDE = "ab\r|#é漢字ソ表Ċ਀\uD83D\uDE00";

    /** The default delimiter is written as "default". */
    @ParameterizedTest
    @CsvSource({
        "UTF-8, default",
        "UTF-8, '|'",
        "UTF-8, '#|'",
        "UTF-8, 'é'",
        "UTF-8, '漢字'",
        "ISO-8859-1, default",
        "ISO-8859-1, '#,;'",
        "IBM037, default",
        "UTF-16LE, default",
        "UTF-16BE, default",
        "UTF-16LE, '漢#'",
        "UTF-16BE, '|'",
        "UTF-32LE, default",
        "UTF-32BE, '|'",
        "Shift_JIS, default",
        "GBK, default",
        "Big5, default",
        "GB18030, default",
        "EUC-JP, default"
    })
    void lines_anyRangesAndPositions_areThoseOfTheDecodedText(String charsetName, String delimiter) throws IOException {
        Charset charset = Charset.forName(charsetName);
        boolean isDefault = delimiter.equals("default");
        LineFormat format = isDefault
                ? Formats.lines().charset(charset)
                : Formats.lines().charset(charset).delimiter(delimiter);
        assertThat(format.isSplittable()).isTrue();
        Random random = new Random(charsetName.hashCode() * 31L + delimiter.hashCode());
        for (int round = 0; round < 200; round++) {
            byte[] object = text(charset, isDefault ? "\n" : delimiter, random).getBytes(charset);
            List<String> expected = expected(new String(object, charset), delimiter);
            assertThat(linesOfRanges(format, object, random)).isEqualTo(expected);
        }
    }

    /** Reads range by range, and each range again from every position that was reported for it. */
    private static List<String> linesOfRanges(LineFormat format, byte[] object, Random random) throws IOException {
        List<String> lines = new ArrayList<>();
        for (ByteRange range : FormatReading.cut(object.length, random)) {
            List<Unit<String>> units = FormatReading.units(format, object, range, range.start(), random);
            lines.addAll(FormatReading.records(units));
            for (int done = 0; done < units.size(); done++) {
                long position = units.get(done).next();
                assertThat(position >= range.end()).isEqualTo(done == units.size() - 1);
                List<Unit<String>> rest = position < range.end()
                        ? FormatReading.units(format, object, range, position, random)
                        : List.of();
                assertThat(rest).isEqualTo(units.subList(done + 1, units.size()));
            }
        }
        return lines;
    }

    private static String text(Charset charset, String delimiter, Random random) {
        String alphabet = charset.newEncoder().canEncode("漢") ? WIDE : ASCII;
        int[] letters = alphabet.codePoints()
                .filter(letter -> charset.newEncoder().canEncode(Character.toString(letter)))
                .toArray();
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(60); left > 0; left--) {
            if (random.nextInt(4) == 0) {
                text.append(delimiter);
            } else {
                text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
        }
        return text.toString();
    }

    private static List<String> expected(String text, String delimiter) {
        boolean isDefault = delimiter.equals("default");
        List<String> lines = new ArrayList<>(List.of(
                (isDefault ? Pattern.compile("\r?\n") : Pattern.compile(Pattern.quote(delimiter))).split(text, -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, '##|'", "UTF-16LE, '##|'", "UTF-16BE, default", "UTF-32LE, 'é漢'", "GB18030, default"})
    void lines_ofObjectsMuchLargerThanTheBuffer_areThoseOfTheDecodedText(String charsetName, String delimiter)
            throws IOException {
        Charset charset = Charset.forName(charsetName);
        boolean isDefault = delimiter.equals("default");
        LineFormat format = isDefault
                ? Formats.lines().charset(charset)
                : Formats.lines().charset(charset).delimiter(delimiter);
        Random random = new Random(charsetName.hashCode());
        for (int round = 0; round < 5; round++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 300_000) {
                text.append("é漢#a".repeat(random.nextInt(random.nextInt(20) == 0 ? 50_000 : 500)));
                text.append(isDefault ? "\n" : delimiter);
            }
            byte[] object = text.toString().getBytes(charset);
            List<String> lines = new ArrayList<>();
            for (ByteRange range : FormatReading.cut(object.length, random)) {
                lines.addAll(FormatReading.records(FormatReading.units(format, object, range, range.start(), random)));
            }
            assertThat(lines).isEqualTo(expected(text.toString(), delimiter));
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "7", "8192", "131071", "131072", "131073", "300000"})
    void lines_longerThanTheBuffer_areWhole(int length) throws IOException {
        String line = "x".repeat(length);
        byte[] object = (line + "\r\n" + line + "\n" + line).getBytes(StandardCharsets.UTF_8);
        assertThat(linesOfRanges(Formats.lines(), object, new Random(length))).isEqualTo(List.of(line, line, line));
    }
}
