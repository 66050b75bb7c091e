package io.spate.source;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of the bytes of JSON. */
class JsonRowsTest {
    private static final DataType NESTED = DataTypes.ROW(
            DataTypes.FIELD("a", DataTypes.INT()),
            DataTypes.FIELD("b", DataTypes.ROW(DataTypes.FIELD("x", DataTypes.STRING()))));
    private static final DataType COLUMNS = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.INT()),
            DataTypes.FIELD("value", DataTypes.DOUBLE()),
            DataTypes.FIELD("name", DataTypes.STRING()),
            DataTypes.FIELD("nested", NESTED));
    private static final DataType FLAT = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.INT()),
            DataTypes.FIELD("value", DataTypes.DOUBLE()),
            DataTypes.FIELD("name", DataTypes.STRING()));

    @Test
    void blankLinesAndMissingFields_giveTheRightValues() throws Exception {
        assertThat(readAll("\ufeff{\"id\":1}\r\n\r\n  \n{\"name\":\"\\u00e4\\n\",\"more\":[1],\"id\":null}\n"))
                .containsExactly("1,null,null", "null,null,\u00e4\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":1,\"id\":2} | 2,null,null",
                "{\"value\":1e400} | null,Infinity,null",
                "{\"value\":\"NaN\"} | null,NaN,null",
                "{\"value\":3} | null,3.0,null",
                "{\"id\":\"7\"} | 7,null,null",
                "{\"name\":{\"a\":[1, 2]}} | null,null,{\"a\":[1,2]}",
                "[{\"id\":1},{\"id\":2}] | 1,null,null;2,null,null",
            })
    void value_thatCanBeTaken_isRight(String line, String expected) throws Exception {
        assertThat(String.join(";", readAll(line + "\n"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"value\":NaN}",
                "{\"id\":3000000000}",
                "{\"id\":\"x\"}",
                "{\"id\":1",
                "{\"id\":1} {\"id\":2}",
                "{\"id\":1}x",
                "{\"id\":1,\"name\":\"open}",
                "{\"id\":1,}",
                "nonsense",
                "]",
                "7",
            })
    void value_thatCannotBeTaken_isBadAndTheNextOneIsRead(String line) throws Exception {
        assertThat(readAll(line + "\n{\"id\":5}\n"))
                .satisfiesExactly(bad -> assertThat(bad).startsWith("bad at 0: "), good -> assertThat(good)
                        .isEqualTo("5,null,null"));
    }

    @Test
    void invalidUtf8_isBad() throws Exception {
        byte[] object = "{\"id\":1,\"name\":\"?\"}\n".getBytes(StandardCharsets.UTF_8);
        object[16] = (byte) 0xff;
        assertThat(TableRows.readAll(TableRows.format("json", FLAT), FLAT, object))
                .singleElement()
                .asString()
                .isEqualTo("bad at 0: Fail to deserialize at field: name.");
    }

    @Test
    void deepNesting_whereNothingIsTaken_isReadOrBad() throws Exception {
        String deep = "[".repeat(500) + "]".repeat(500);
        String tooDeep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(readAll("{\"id\":1,\"more\":" + deep + "}\n{\"id\":2,\"name\":" + tooDeep + "}\n{\"id\":3}\n"))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("1,null,null"),
                        bad -> assertThat(bad).contains("Fail to deserialize at field: name."),
                        last -> assertThat(last).isEqualTo("3,null,null"));
    }

    @Test
    void recordOf20Megabytes_isRead() throws Exception {
        String name = "x".repeat(10_000_000);
        String line = "{\"id\":1,\"more\":\"" + name + "\",\"name\":\"" + name + "\"}\n";
        assertThat(readAll(line)).containsExactly("1,null," + name);
    }

    @Test
    void stringOfMoreThan20Megabytes_isBadWhereItIsWanted() throws Exception {
        String line = "{\"id\":1,\"name\":\"" + "x".repeat(21_000_000) + "\"}\n{\"id\":2}\n";
        assertThat(readAll(line))
                .satisfiesExactly(bad -> assertThat(bad).startsWith("bad at 0: "), good -> assertThat(good)
                        .isEqualTo("2,null,null"));
    }

    @Test
    void projection_ofNestedFields_takesThemOut() throws Exception {
        DataType projected = DataTypes.ROW(
                DataTypes.FIELD("x", DataTypes.STRING()),
                DataTypes.FIELD("id", DataTypes.INT()),
                DataTypes.FIELD("a", DataTypes.INT()));
        int[][] paths = {{3, 1, 0}, {0}, {3, 0}};
        RecordFormat<RowData> format = TableRows.format("json", COLUMNS, paths);
        assertThat(
                        TableRows.read(
                                format,
                                projected,
                                """
                        {"id":1,"value":"not asked for","nested":{"a":2,"b":{"x":"y"}}}
                        {"id":2,"nested":{"b":null}}
                        {"id":3}
                        """))
                .containsExactly("y,1,2", "null,2,null", "null,3,null");
    }

    @Test
    void projection_ofNothing_givesRowsWithoutFields() throws Exception {
        RecordFormat<RowData> format = TableRows.format("json", COLUMNS, new int[0][]);
        List<RowData> rows = FormatReading.records(format, "{\"id\":1}\n{\"id\":2}\n".getBytes(StandardCharsets.UTF_8));
        assertThat(rows).hasSize(2).allSatisfy(row -> assertThat(row.getArity()).isZero());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "ISO-8859-1"})
    void charset_others_giveTheRightValues(String charset) throws Exception {
        byte[] object = "{\"id\":1,\"name\":\"\u00e4\"}\n{\"id\":2}".getBytes(Charset.forName(charset));
        assertThat(TableRows.readAll(TableRows.format("json", FLAT, "charset", charset), FLAT, object))
                .containsExactly("1,null,\u00e4", "2,null,null");
    }

    @Test
    void debezium_changes_areRowsOfKinds() throws Exception {
        DataType row =
                DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()), DataTypes.FIELD("name", DataTypes.STRING()));
        DataType name = DataTypes.ROW(DataTypes.FIELD("name", DataTypes.STRING()));
        RecordFormat<RowData> format = TableRows.format("debezium-json", row, new int[][] {{1}});
        List<RowData> rows = FormatReading.records(
                format,
                """
                        {"before":null,"after":{"id":1,"name":"a"},"op":"c"}
                        {"before":{"id":1,"name":"a"},"after":{"id":1,"name":"b"},"op":"u"}
                        """
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(rows).extracting(change -> change.getRowKind().shortString()).containsExactly("+I", "-U", "+U");
        assertThat(TableRows.texts(rows, name)).containsExactly("a", "a", "b");
    }

    private static List<String> readAll(String object) throws Exception {
        return TableRows.readAll(TableRows.format("json", FLAT), FLAT, object.getBytes(StandardCharsets.UTF_8));
    }
}
