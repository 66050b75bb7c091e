package io.spate.source;

import java.nio.charset.StandardCharsets;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of lines that are whole rows. */
class RawRowsTest {
    private static final DataType TEXT = DataTypes.ROW(DataTypes.FIELD("line", DataTypes.STRING()));
    private static final DataType BYTES = DataTypes.ROW(DataTypes.FIELD("line", DataTypes.BYTES()));

    @Test
    void text_inLines_isWithoutLineEndsOfAnyKind() throws Exception {
        assertThat(TableRows.read(TableRows.format("raw", TEXT), TEXT, "\ufeffa\r\n\nb"))
                .containsExactly("a", "", "b");
        assertThat(TableRows.read(
                        TableRows.format("raw", TEXT, "raw.charset", "ISO-8859-1"),
                        TEXT,
                        "\u00e4\r\n".getBytes(StandardCharsets.ISO_8859_1)))
                .containsExactly("\u00e4");
    }

    @Test
    void bytes_inLines_areLeftAsTheyAre() throws Exception {
        byte[] object = {(byte) 0xff, '\r', '\n', 0, '\n', '\r'};
        assertThat(FormatReading.records(TableRows.format("raw", BYTES), object))
                .extracting(row -> row.getBinary(0))
                .containsExactly(new byte[] {(byte) 0xff, '\r'}, new byte[] {0}, new byte[] {'\r'});
    }

    @Test
    void numbers_haveNoLineEnds_areRefused() {
        for (DataType number : new DataType[] {DataTypes.INT(), DataTypes.BIGINT(), DataTypes.DOUBLE()}) {
            DataType type = DataTypes.ROW(DataTypes.FIELD("number", number));
            assertThatThrownBy(() -> TableRows.format("raw", type))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(
                            "'format' = 'raw' of column 'number' " + number, "no line ends between records", "BYTES");
        }
    }
}
