package io.spate.source;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Parquet, ORC and Avro alike. */
@Timeout(120)
final class ColumnFormatsTest {
    private static final DataType TYPE = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.INT()),
            DataTypes.FIELD("name", DataTypes.STRING()),
            DataTypes.FIELD("price", DataTypes.DECIMAL(10, 2)),
            DataTypes.FIELD("huge", DataTypes.DECIMAL(30, 5)),
            DataTypes.FIELD("flag", DataTypes.BOOLEAN()),
            DataTypes.FIELD("real", DataTypes.DOUBLE()),
            DataTypes.FIELD("day", DataTypes.DATE()),
            DataTypes.FIELD("at", DataTypes.TIMESTAMP(3)),
            DataTypes.FIELD(
                    "place",
                    DataTypes.ROW(
                            DataTypes.FIELD("city", DataTypes.STRING()), DataTypes.FIELD("zip", DataTypes.BIGINT()))),
            DataTypes.FIELD("tags", DataTypes.ARRAY(DataTypes.STRING())),
            DataTypes.FIELD("counts", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())));
    private static final RowType ROW = (RowType) TYPE.getLogicalType();

    /** Small pieces, so that there are many in a small file. */
    private static final Map<String, Map<String, String>> PIECES = Map.of(
            "parquet", Map.of("parquet.block.size", "2048", "parquet.page.size", "512"),
            "orc", Map.of("orc.stripe.size", "1024", "orc.row.index.stride", "1000"),
            "avro", Map.of());

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_rowsOfAllTypes_areThose(String format) throws IOException {
        List<RowData> rows = rows(500);
        byte[] object = ColumnFiles.write(format, TYPE, rows, PIECES.get(format));

        assertThat(ColumnFiles.read(format(format), ROW, object)).isEqualTo(ColumnFiles.comparable(ROW, rows));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_inputThatIsWokenUpAndGivesLittle_givesTheRows(String format) throws IOException {
        List<RowData> rows = rows(300);
        byte[] object = ColumnFiles.write(format, TYPE, rows, PIECES.get(format));
        RecordInput input = new BytesInput(object, new Random(7));

        assertThat(ColumnFiles.read(format(format), ROW, input, new ByteRange(0, object.length), 0, 0))
                .isEqualTo(ColumnFiles.comparable(ROW, rows));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_objectCutAnywhere_givesEachRowOnceInOneOfTheRanges(String format) throws IOException {
        List<RowData> rows = rows(1000);
        byte[] object = ColumnFiles.write(format, TYPE, rows, PIECES.get(format));
        Random random = new Random(11);
        for (int round = 0; round < 5; round++) {
            List<RowData> read = new ArrayList<>();
            for (ByteRange range : FormatReading.cut(object.length, random)) {
                read.addAll(
                        ColumnFiles.read(format(format), ROW, BytesInput.generous(object), range, range.start(), 0));
            }
            assertThat(read).isEqualTo(ColumnFiles.comparable(ROW, rows));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void position_afterEachRow_restoresTheRest(String format) throws IOException {
        List<RowData> rows = rows(150);
        byte[] object = ColumnFiles.write(format, TYPE, rows, PIECES.get(format));
        List<RowData> expected = ColumnFiles.comparable(ROW, rows);
        for (ByteRange range : List.of(
                new ByteRange(0, object.length),
                new ByteRange(0, object.length / 2),
                new ByteRange(object.length / 2, object.length))) {
            List<RowData> whole =
                    ColumnFiles.read(format(format), ROW, BytesInput.generous(object), range, range.start(), 0);
            assertThat(expected).containsAll(whole);
            RecordReader<RowData> reader = format(format).reader(BytesInput.generous(object), range, range.start(), 0);
            for (int read = 1; reader.next(row -> {}) == RecordReader.Outcome.UNIT; read++) {
                assertThat(reader.position()).isBetween(range.start(), range.end());
                assertThat(reader.position() == range.end()).isEqualTo(read == whole.size());
                if (reader.position() < range.end()) {
                    assertThat(ColumnFiles.read(
                                    format(format),
                                    ROW,
                                    BytesInput.generous(object),
                                    range,
                                    reader.position(),
                                    reader.skip()))
                            .isEqualTo(whole.subList(read, whole.size()));
                }
            }
            reader.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_projectionOfFieldsInRows_givesThem(String format) throws IOException {
        List<RowData> rows = rows(200);
        byte[] object = ColumnFiles.write(format, TYPE, rows, PIECES.get(format));
        int[][] projection = {{8, 1}, {1}, {8, 0}};
        RowType produced = (RowType) DataTypes.ROW(DataTypes.BIGINT(), DataTypes.STRING(), DataTypes.STRING())
                .getLogicalType();
        List<RowData> expected = new ArrayList<>();
        for (RowData row : rows) {
            RowData place = row.isNullAt(8) ? new GenericRowData(2) : row.getRow(8, 2);
            expected.add(GenericRowData.of(
                    place.isNullAt(1) ? null : place.getLong(1),
                    row.isNullAt(1) ? null : row.getString(1),
                    place.isNullAt(0) ? null : place.getString(0)));
        }

        assertThat(ColumnFiles.read(ColumnFiles.format(format, TYPE, projection, List.of()), produced, object))
                .isEqualTo(ColumnFiles.comparable(produced, expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_projectionOfNothing_givesAsManyRows(String format) throws IOException {
        byte[] object = ColumnFiles.write(format, TYPE, rows(200), PIECES.get(format));
        RowType produced = (RowType) DataTypes.ROW().getLogicalType();

        assertThat(ColumnFiles.read(ColumnFiles.format(format, TYPE, new int[0][], List.of()), produced, object))
                .hasSize(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_fileWithoutRowsAndEmptyObject_giveNone(String format) throws IOException {
        byte[] object = ColumnFiles.write(format, TYPE, List.of(), Map.of());

        assertThat(ColumnFiles.read(format(format), ROW, object)).isEmpty();
        assertThat(ColumnFiles.read(format(format), ROW, new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_columnThatTheFileLacks_isNull(String format) throws IOException {
        DataType written = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()));
        byte[] object = ColumnFiles.write(format, written, List.of(GenericRowData.of(7)), Map.of());
        DataType table =
                DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()), DataTypes.FIELD("name", DataTypes.STRING()));
        RowType type = (RowType) table.getLogicalType();

        assertThat(ColumnFiles.read(ColumnFiles.format(format, table, ColumnFiles.all(table), List.of()), type, object))
                .isEqualTo(ColumnFiles.comparable(type, List.of(GenericRowData.of(7, null))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_columnOfAnotherType_failsAndNamesTheObject(String format) throws IOException {
        DataType written = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.STRING()));
        byte[] object = ColumnFiles.write(format, written, List.of(row("seven")), Map.of());
        DataType table = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()));

        assertThatThrownBy(() -> ColumnFiles.read(
                        ColumnFiles.format(format, table, ColumnFiles.all(table), List.of()),
                        (RowType) table.getLogicalType(),
                        object))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("spate://bucket/key")
                .hasMessageContaining("as " + format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void next_damagedFile_failsAndNamesTheObject(String format) throws IOException {
        byte[] object = ColumnFiles.write(format, TYPE, rows(300), PIECES.get(format));
        byte[] text = "id,name\n1,one\n".repeat(10).getBytes(StandardCharsets.UTF_8);
        byte[] end = Arrays.copyOf(object, object.length);
        Arrays.fill(end, object.length - 60, object.length - 9, (byte) 0x55);
        List<byte[]> damaged = new ArrayList<>(List.of(text, Arrays.copyOf(object, 3), Arrays.copyOf(object, 700)));
        if (!format.equals("avro")) {
            damaged.add(end);
        }
        for (byte[] bytes : damaged) {
            assertThatThrownBy(() -> ColumnFiles.read(format(format), ROW, bytes))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("spate://bucket/key")
                    .hasMessageContaining("as " + format);
        }
    }

    private static RecordFormat<RowData> format(String format) {
        return ColumnFiles.format(format, TYPE, ColumnFiles.all(TYPE), List.of());
    }

    private static RowData row(String value) {
        return GenericRowData.of(StringData.fromString(value));
    }

    /** Rows with nulls in every column. */
    private static List<RowData> rows(int count) {
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GenericRowData row = new GenericRowData(ROW.getFieldCount());
            StringData text = StringData.fromString("text " + i * 7919L + "x".repeat(300));
            Object[] values = {
                i,
                text,
                DecimalData.fromBigDecimal(new BigDecimal(i + ".25"), 10, 2),
                DecimalData.fromBigDecimal(new BigDecimal("-1234567890123456789012." + (10000 + i)), 30, 5),
                i % 2 == 0,
                i / 3.0,
                i,
                TimestampData.fromEpochMillis(1_700_000_000_000L + i),
                GenericRowData.of(i % 5 == 0 ? null : text, i * 1000L),
                new GenericArrayData(new Object[] {text, StringData.fromString("b"), text}),
                new GenericMapData(Map.of(text, i)),
            };
            for (int column = 0; column < values.length; column++) {
                row.setField(column, (i + column) % 11 == 0 ? null : values[column]);
            }
            rows.add(row);
        }
        return rows;
    }
}
