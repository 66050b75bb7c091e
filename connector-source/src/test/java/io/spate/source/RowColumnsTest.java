package io.spate.source;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows are made of what is decoded, of the partition of the object, and of what the store tells of it. */
class RowColumnsTest {
    private final ObjectInfo object = new ObjectInfo(
            new ObjectUri("bucket", "t/n=7/x.csv"),
            5,
            "tag",
            LocalDateTime.of(2026, 11, 30, 12, 0).toInstant(ZoneOffset.UTC));

    @Test
    void row_ofAllKinds_hasEachAtItsPlaceAndKeepsTheKind() {
        RowColumns columns = columns();
        columns.addPartition(0);
        columns.addDecoded(DataTypes.STRING().getLogicalType());
        columns.addFile(FileColumn.PATH);
        columns.addFile(FileColumn.NAME);
        columns.addFile(FileColumn.SIZE);
        columns.addFile(FileColumn.MODIFICATION_TIME);
        columns.addFile(FileColumn.ETAG);
        columns.addFile(FileColumn.OFFSET);
        RowData decoded = GenericRowData.ofKind(RowKind.DELETE, StringData.fromString("a"));

        assertThat(columns.row(decoded, columns.valuesOf(object)))
                .isEqualTo(GenericRowData.ofKind(
                        RowKind.DELETE,
                        7,
                        StringData.fromString("a"),
                        StringData.fromString("spate://bucket/t/n=7/x.csv"),
                        StringData.fromString("x.csv"),
                        5L,
                        TimestampData.fromInstant(object.lastModified()),
                        StringData.fromString("tag"),
                        null));
        assertThat(columns.offsetIndex()).isEqualTo(7);
        assertThat(columns.isPlain()).isFalse();
    }

    @Test
    void isPlain_onlyWhatIsDecoded_isSo() {
        RowColumns columns = columns();
        columns.addDecoded(DataTypes.INT().getLogicalType());

        assertThat(columns.isPlain()).isTrue();
        assertThat(columns.hasOffset()).isFalse();
    }

    @Test
    void valueOf_partitionTexts_haveTheTypeOfTheColumn() {
        assertThat(value(DataTypes.STRING(), "a")).isEqualTo(StringData.fromString("a"));
        assertThat(value(DataTypes.BOOLEAN(), "True")).isEqualTo(true);
        assertThat(value(DataTypes.TINYINT(), "1")).isEqualTo((byte) 1);
        assertThat(value(DataTypes.SMALLINT(), "-2")).isEqualTo((short) -2);
        assertThat(value(DataTypes.INT(), "007")).isEqualTo(7);
        assertThat(value(DataTypes.BIGINT(), "8")).isEqualTo(8L);
        assertThat(value(DataTypes.DOUBLE(), "1.5")).isEqualTo(1.5);
        assertThat(value(DataTypes.DECIMAL(5, 2), "1.25")).isEqualTo(DecimalData.fromUnscaledLong(125, 5, 2));
        assertThat(value(DataTypes.DATE(), "2026-11-30"))
                .isEqualTo((int) LocalDate.of(2026, 11, 30).toEpochDay());
        assertThat(value(DataTypes.TIMESTAMP(3), "2026-11-30 12:30:00"))
                .isEqualTo(TimestampData.fromLocalDateTime(LocalDateTime.of(2026, 11, 30, 12, 30)));
        assertThat(value(DataTypes.TIMESTAMP(3), "2026-11-30"))
                .isEqualTo(TimestampData.fromLocalDateTime(LocalDateTime.of(2026, 11, 30, 0, 0)));
        assertThat(new PartitionColumn("n", DataTypes.INT().getLogicalType()).valueOf(Optional.empty(), "x"))
                .isNull();
    }

    @Test
    void valueOf_textOfAnotherType_namesObjectColumnAndValue() {
        assertThatThrownBy(() -> value(DataTypes.INT(), "seven"))
                .hasMessageContaining("the directory of 'where' says 'seven' for column 'n', which is no INT");
        assertThatThrownBy(() -> value(DataTypes.DATE(), "2026-02-30")).hasMessageContaining("which is no DATE");
        assertThatThrownBy(() -> value(DataTypes.BOOLEAN(), "yes")).hasMessageContaining("which is no BOOLEAN");
        assertThatThrownBy(() -> value(DataTypes.DECIMAL(2, 1), "1000")).hasMessageContaining("no DECIMAL(2, 1)");
        assertThatThrownBy(() -> value(DataTypes.BYTES(), "x")).hasMessageContaining("no names of directories");
    }

    @Test
    void fileColumn_unknownKey_namesThoseThereAre() {
        assertThatThrownBy(() -> FileColumn.of("file.owner"))
                .hasMessageContaining("'file.owner'")
                .hasMessageContaining("file.modification-time");
    }

    private static Object value(DataType type, String text) {
        return new PartitionColumn("n", type.getLogicalType()).valueOf(Optional.of(text), "where");
    }

    private static RowColumns columns() {
        return new RowColumns(
                List.of(PathPattern.parse("spate://bucket/t/")),
                List.of(new PartitionColumn("n", DataTypes.INT().getLogicalType())),
                Optional.of(Partitions.all(PartitionLayout.of(List.of("n"), Optional.empty()))));
    }
}
