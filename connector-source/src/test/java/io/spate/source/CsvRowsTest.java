package io.spate.source;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;
import io.spate.source.FormatReading.Unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of the bytes of CSV. */
class CsvRowsTest {
    private static final DataType COLUMNS = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.INT()),
            DataTypes.FIELD("name", DataTypes.STRING()),
            DataTypes.FIELD("note", DataTypes.STRING()));

    @Test
    void quotesEmptyLinesAndCarriageReturns_giveTheRightValues() throws Exception {
        assertThat(read("1,a,x\r\n\r\n2,\"b \"\"c\"\", d\",\n\n3,5\" pipe,y\"\n4,,\"\""))
                .containsExactly("1,a,x", "2,b \"c\", d,", "3,5\" pipe,y\"", "4,,");
    }

    @Test
    void missingColumns_whateverIsSelected_areBad() throws Exception {
        assertThat(readAll("1,a\n2,b,x\n", all()))
                .satisfiesExactly(
                        bad -> assertThat(bad).startsWith("bad at 0: Row length mismatch. 3 fields expected but was 2"),
                        good -> assertThat(good).isEqualTo("2,b,x"));
        DataType id = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()));
        assertThat(TableRows.readAll(TableRows.format("csv", COLUMNS, new int[][] {{0}}), id, bytes("1,a\n2,b,x\n")))
                .satisfiesExactly(
                        bad -> assertThat(bad).startsWith("bad at 0: Row length mismatch"),
                        good -> assertThat(good).isEqualTo("2"));
    }

    @Test
    void emptyFields_areEmptyTextsOrBadOrNullAsToldTo() throws Exception {
        assertThat(readAll(",a,x\n2,,y\n", all())).containsExactly("bad at 0: For input string: \"\"", "2,,y");
        assertThat(readAll(",a,x\n2,,y\n", all("csv.null-literal", ""))).containsExactly("null,a,x", "2,null,y");
    }

    @Test
    void emptyFieldBehindTheLastColumn_isAllowed() throws Exception {
        assertThat(read("1,a,x,\n")).containsExactly("1,a,x");
    }

    @Test
    void parseErrors_thatFlinkIgnores_areNullOrLeftOut() throws Exception {
        assertThat(readAll("x,a,x\n1,b\n2,c,y\r,\n", all("csv.ignore-parse-errors", "true")))
                .containsExactly("null,a,x", "1,b,null", "2,c,y");
    }

    @Test
    void extraColumns_areBad() throws Exception {
        assertThat(readAll("1,a,x,z\n2,b,y,\n", all()).get(0))
                .contains("bad at 0: Too many entries: expected at most 3");
    }

    @Test
    void wrongValues_areBadAndNameTheRecord() throws Exception {
        assertThatThrownBy(() -> read("1,a,x\nzwei,b\u0007,y\n"))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContainingAll(
                        "read spate://bucket/key: the record of 9 bytes at offset 6 cannot be decoded",
                        "For input string: \"zwei\"",
                        "the record is 'zwei,b\\u0007,y'");
        assertThat(readAll("1,a,x\nzwei,b,y\n3,c,z\n", all()))
                .containsExactly("1,a,x", "bad at 6: For input string: \"zwei\"", "3,c,z");
    }

    @Test
    void lineEndInQuotes_withoutMultiline_failsForGoodAndSaysWhatToSet() {
        assertThatThrownBy(() -> readAll("1,a,x\n2,\"b\nc\",y\n", all()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(BadRecordException.class)
                .hasMessageContainingAll("spate://bucket/key", "offset 6", "'csv.multiline' = 'true'");
    }

    @Test
    void lineEndInQuotes_withMultiline_isPartOfTheField() throws Exception {
        RecordFormat<RowData> format = all("csv.multiline", "true");
        assertThat(format.isSplittable()).isFalse();
        assertThat(TableRows.read(format, COLUMNS, "1,\"a\r\n\"\"\n\",x\r\n2,b,\"\n\"\n"))
                .containsExactly("1,a\r\n\"\n,x", "2,b,\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "UTF-16"})
    void quoteBehindAByteOrderMark_withMultiline_opensTheFirstField(String charset) throws Exception {
        DataType names =
                DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()), DataTypes.FIELD("note", DataTypes.STRING()));
        RecordFormat<RowData> format = TableRows.format("csv", names, "csv.multiline", "true", "charset", charset);
        String mark = charset.equals("UTF-16") ? "" : "\ufeff";
        assertThat(TableRows.read(
                        format, names, (mark + "\"first\nname\",x\n2,y\n").getBytes(Charset.forName(charset))))
                .containsExactly("first\nname,x", "2,y");
        assertThat(TableRows.read(
                        format, names, (mark + "\"a,\",1\n2,\"x\"\n3,z\n").getBytes(Charset.forName(charset))))
                .containsExactly("a,,1", "2,x", "3,z");
    }

    @Test
    void byteOrderMark_withMultilineAndInPieces_isPassedAndWhatOnlyBeginsLikeOneIsNot() throws Exception {
        DataType names =
                DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()), DataTypes.FIELD("note", DataTypes.STRING()));
        RecordFormat<RowData> format = TableRows.format("csv", names, "csv.multiline", "true");
        // Begins with the first two bytes of the mark.
        List<String> beginnings = List.of("\ufeff\"a\n\"", "\ufec0\"a", "\u00e4\"a");
        List<String> expected = List.of("a\n", "\ufec0\"a", "\u00e4\"a");
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            int index = round % beginnings.size();
            byte[] object = bytes(beginnings.get(index) + ",x\n2,y\n");
            List<Unit<RowData>> units = FormatReading.units(format, object, new ByteRange(0, object.length), 0, random);
            assertThat(TableRows.texts(FormatReading.records(units), names))
                    .containsExactly(expected.get(index) + ",x", "2,y");
        }
    }

    @Test
    void quoteThatIsNeverClosed_withMultiline_failsForGood() {
        assertThatThrownBy(() -> readAll("1,a,x\n2,\"b,y\n3,c,z\n", all("csv.multiline", "true")))
                .isNotInstanceOf(BadRecordException.class)
                .hasMessageContainingAll("offset 6", "a quote is never closed");
    }

    @Test
    void quotes_ofAnotherCharacterOrNone_areFollowed() throws Exception {
        assertThat(TableRows.read(all("csv.quote-character", "'"), COLUMNS, "1,'a,b',\"\n"))
                .containsExactly("1,a,b,\"");
        assertThat(TableRows.read(all("csv.disable-quote-character", "true"), COLUMNS, "1,\"a,b\n"))
                .containsExactly("1,\"a,b");
        assertThat(TableRows.read(
                        all("csv.escape-character", "\\", "csv.field-delimiter", "\\t"),
                        COLUMNS,
                        "1\ta\\\tb\t\"\\\"\"\n"))
                .containsExactly("1,a\tb,\"");
        assertThatThrownBy(() -> all("csv.quote-character", "«"))
                .hasMessageContainingAll("'csv.quote-character' = '«'", "ASCII");
    }

    @Test
    void carriageReturnAlone_isBadAndNotTakenForTheEnd() throws Exception {
        assertThat(readAll("1,a,x\r2,b,y\n3,c,\"\r\"\n", all()))
                .satisfiesExactly(
                        bad -> assertThat(bad).contains("bad at 0: it has a carriage return in the middle"),
                        good -> assertThat(good).isEqualTo("3,c,\r"));
    }

    @Test
    void comments_areNoRowsAndTheirQuotesHaveNoMeaning() throws Exception {
        assertThat(TableRows.read(all("csv.allow-comments", "true"), COLUMNS, "# it's,\"\n1,a,x\n"))
                .containsExactly("1,a,x");
    }

    @Test
    void comments_behindSpaces_areNoRowsAndTheirQuotesHaveNoMeaning() throws Exception {
        RecordFormat<RowData> format = all("csv.allow-comments", "true", "csv.multiline", "true");
        assertThat(TableRows.read(
                        format, COLUMNS, "  # it,\"s\n1,a,x\n#\",\"\n2,\"b\nc\",y\n # it,\"s\n3,#,\"#\"\n4,d,z\n"))
                .containsExactly("1,a,x", "2,b\nc,y", "3,#,#", "4,d,z");
        DataType names =
                DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()), DataTypes.FIELD("note", DataTypes.STRING()));
        assertThat(TableRows.read(
                        TableRows.format("csv", names, "csv.allow-comments", "true", "csv.multiline", "true"),
                        names,
                        "  \"a\nb\",x\n\t#c,y\n"))
                .containsExactly("a\nb,x", "\t#c,y");
    }

    @Test
    void header_behindByteOrderMarkAndEmptyLines_isNoRow() throws Exception {
        RecordFormat<RowData> format = all("csv.header", "true");
        assertThat(TableRows.read(format, COLUMNS, "\ufeff\n\r\nid,name,note\n1,a,x\n"))
                .containsExactly("1,a,x");
        assertThat(TableRows.read(format, COLUMNS, "id,name,note")).isEmpty();
        assertThat(TableRows.read(format, COLUMNS, "\ufeff")).isEmpty();
    }

    @Test
    void header_whenTheObjectIsCut_isLeftOutOnce() throws Exception {
        byte[] object = bytes("id,name,note\n" + lines(50));
        Random random = new Random(11);
        for (int round = 0; round < 100; round++) {
            List<String> rows = new ArrayList<>();
            for (ByteRange range : FormatReading.cut(object.length, random)) {
                rows.addAll(TableRows.texts(
                        FormatReading.records(
                                FormatReading.units(all("csv.header", "true"), object, range, range.start(), random)),
                        COLUMNS));
            }
            assertThat(String.join("\n", rows) + "\n").isEqualTo(lines(50));
        }
    }

    @Test
    void byteOrderMark_atTheStartOnly_isDropped() throws Exception {
        assertThat(read("\ufeff1,a,x\n2,\ufeffb,y\n")).containsExactly("1,a,x", "2,\ufeffb,y");
        assertThat(read("\ufeff1,\"a\",x\n")).containsExactly("1,a,x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "ISO-8859-1", "windows-1252", "IBM500"})
    void charset_ofOneOrMoreBytes_givesTheRightValues(String charset) throws Exception {
        String text = "1,\u00e4\u00f6,\"x\"\r\n2,\u00df,y\n";
        assertThat(TableRows.read(all("charset", charset), COLUMNS, text.getBytes(Charset.forName(charset))))
                .containsExactly("1,\u00e4\u00f6,x", "2,\u00df,y");
        assertThat(TableRows.read(
                        all("charset", charset, "csv.multiline", "true"),
                        COLUMNS,
                        "1,\"a\n\u00e4\",x\n".getBytes(Charset.forName(charset))))
                .containsExactly("1,a\n\u00e4,x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void charset_withAMarkThatItDoesNotNeed_dropsIt(String charset) throws Exception {
        assertThat(TableRows.read(all("charset", charset), COLUMNS, "\ufeff1,a,x\n".getBytes(Charset.forName(charset))))
                .containsExactly("1,a,x");
    }

    @Test
    void charset_bytesThatAreNoText_areBad() throws Exception {
        byte[] object = new byte[] {'1', ',', (byte) 0xc3, ',', 'x', '\n', '2', ',', 'b', ',', 'y'};
        assertThat(TableRows.readAll(all(), COLUMNS, object)).hasSize(2).last().isEqualTo("2,b,y");
        assertThat(TableRows.readAll(all(), COLUMNS, object).get(0)).startsWith("bad at 0: Invalid UTF-8");
        assertThat(TableRows.readAll(all("charset", "US-ASCII"), COLUMNS, object)
                        .get(0))
                .contains("its bytes are no text in charset US-ASCII");
    }

    @Test
    void header_thatIsNoText_isBadAndTheNextRecordIsARow() throws Exception {
        byte[] object = bytes("id,n\u00e4me,note\n1,a,x\n2,b,y\n");
        assertThat(TableRows.readAll(all("charset", "US-ASCII", "csv.header", "true"), COLUMNS, object))
                .satisfiesExactly(
                        bad -> assertThat(bad).startsWith("bad at 0: its bytes are no text in charset US-ASCII"),
                        first -> assertThat(first).isEqualTo("1,a,x"),
                        second -> assertThat(second).isEqualTo("2,b,y"));
    }

    @Test
    void emptyLine_ofATableWithOneColumn_isAnEmptyField() throws Exception {
        DataType name = DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()));
        DataType id = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()));
        String object = "a\n\r\n\nb\n";
        assertThat(TableRows.read(TableRows.format("csv", name), name, object)).containsExactly("a", "", "", "b");
        assertThat(TableRows.read(TableRows.format("csv", name, "csv.multiline", "true"), name, object))
                .containsExactly("a", "", "", "b");
        assertThat(TableRows.read(TableRows.format("csv", name, "csv.null-literal", ""), name, object))
                .containsExactly("a", "null", "null", "b");
        assertThat(TableRows.readAll(TableRows.format("csv", id), id, bytes("1\n\n2\n")))
                .containsExactly("1", "bad at 2: For input string: \"\"", "2");
        assertThat(TableRows.readAll(TableRows.format("csv", id, "csv.null-literal", ""), id, bytes("1\n\n2\n")))
                .containsExactly("1", "null", "2");
    }

    @Test
    void emptyLines_ofATableWithOneColumn_areNoHeader() throws Exception {
        DataType name = DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()));
        assertThat(TableRows.read(TableRows.format("csv", name, "csv.header", "true"), name, "\n\nname\n\nb\n"))
                .containsExactly("", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\u000b", "\u0001", " \t "})
    void spaces_thatAreTrimmed_mayComeBeforeAQuote(String spaces) throws Exception {
        RecordFormat<RowData> format = all("csv.trim-spaces", "true", "csv.multiline", "true");
        assertThat(TableRows.read(format, COLUMNS, "1," + spaces + "\"a\nb\",x\n2,c,y\n"))
                .containsExactly("1,a\nb,x", "2,c,y");
    }

    @Test
    void separator_thatWouldBeTrimmed_isASeparator() throws Exception {
        RecordFormat<RowData> format =
                all("csv.trim-spaces", "true", "csv.multiline", "true", "csv.field-delimiter", "\\t");
        assertThat(TableRows.read(format, COLUMNS, "1\t\t\"x\ny\"\n")).containsExactly("1,,x\ny");
    }

    @Test
    void recordThatIsTooLong_failsForGood() {
        assertThatThrownBy(() -> readAll("1,a,x\n2,bbbbbbbb,y\n", all("scan.max-record-size", "8 b")))
                .isNotInstanceOf(BadRecordException.class)
                .hasMessageContainingAll("offset 6", "8 bytes", "scan.max-record-size");
    }

    /** Whatever the buffers and wake-ups, and wherever reading resumes, the records are those that were written. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void multiline_randomCsv_isReadAsItWasWrittenFromAnyPosition(int seed) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            List<String> expected = new ArrayList<>();
            StringBuilder csv = new StringBuilder();
            int count = random.nextInt(20);
            for (int i = 0; i < count; i++) {
                String first = text(random);
                String second = text(random);
                expected.add(i + "," + first + "," + second);
                csv.append(i)
                        .append(',')
                        .append(field(first, random))
                        .append(',')
                        .append(field(second, random));
                csv.append(random.nextBoolean() ? "\n" : "\r\n").append(random.nextInt(5) == 0 ? "\n" : "");
            }
            byte[] object = bytes(csv.toString());
            RecordFormat<RowData> format = all("csv.multiline", "true");
            ByteRange range = new ByteRange(0, object.length);
            List<Unit<RowData>> units = FormatReading.units(format, object, range, 0, random);
            assertThat(TableRows.texts(FormatReading.records(units), COLUMNS)).isEqualTo(expected);
            if (!units.isEmpty()) {
                int read = random.nextInt(units.size());
                List<Unit<RowData>> rest = FormatReading.units(
                        format, object, range, units.get(read).next(), random);
                int rows = FormatReading.records(units.subList(0, read + 1)).size();
                assertThat(TableRows.texts(FormatReading.records(rest), COLUMNS))
                        .isEqualTo(expected.subList(rows, count));
            }
        }
    }

    private static String text(Random random) {
        String alphabet = "ab,\"\n\r;'\u00e4 ";
        return random.ints(random.nextInt(6), 0, alphabet.length())
                .mapToObj(index -> alphabet.substring(index, index + 1))
                .reduce("", String::concat);
    }

    private static String field(String text, Random random) {
        boolean quoted = text.matches("(?s).*[,\"\n\r].*") || random.nextInt(3) == 0;
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static String lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i + ",name " + i + ",x\n")
                .reduce("", String::concat);
    }

    private static RecordFormat<RowData> all(String... options) throws Exception {
        return TableRows.format("csv", COLUMNS, options);
    }

    private static List<String> read(String object) throws Exception {
        return TableRows.read(all(), COLUMNS, object);
    }

    private static List<String> readAll(String object, RecordFormat<RowData> format) throws IOException {
        return TableRows.readAll(format, COLUMNS, bytes(object));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
