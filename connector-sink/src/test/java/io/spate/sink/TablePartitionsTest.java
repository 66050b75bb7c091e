package io.spate.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.table.types.utils.TypeConversions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.TableOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TablePartitionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | 08 | c=8",
                "INT | ' -8 ' | c=-8",
                "BIGINT | 1E+3 | c=1000",
                "TINYINT | 007 | c=7",
                "SMALLINT | +7 | c=7",
                "BOOLEAN | TRUE | c=true",
                "BOOLEAN | False | c=false",
                "DOUBLE | 1 | c=1.0",
                "FLOAT | 1.50 | c=1.5",
                "DECIMAL(5, 2) | 1.5 | c=1.50",
                "DECIMAL(5, 2) | 1.005 | c=1.01",
                "DATE | 2026-1-5 | c=2026-01-05",
                "TIME(0) | 8:05:00 | c=08%3A05%3A00",
                "TIME(2) | 08:05:00.129 | c=08%3A05%3A00.12",
                "TIMESTAMP(3) | 2026-1-5T8:05:00.1239 | c=2026-01-05 08%3A05%3A00.123",
                "TIMESTAMP(3) | 2026-01-05 08:05:00.000 | c=2026-01-05 08%3A05%3A00",
                "CHAR(4) | fr | 'c=fr  '",
                "VARCHAR(2) | french | c=fr",
                "STRING | 08 | c=08"
            })
    void overwrite_literal_isTheDirectoryOfItsRows(String type, String literal, String directory) {
        assertThat(partitions(type).overwrite(Map.of("c", literal))).isEqualTo(Overwrite.directory(directory));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | 8.5",
                "INT | x",
                "TINYINT | 128",
                "BOOLEAN | yes",
                "DECIMAL(3, 2) | 10.5",
                "DATE | 2026-02-30",
                "DATE | 5.1.2026",
                "TIME(0) | 8",
                "TIMESTAMP(3) | 2026-01-05"
            })
    void overwrite_literalThatIsNoneOfTheType_isRefusedByName(String type, String literal) {
        assertThatThrownBy(() -> partitions(type).overwrite(Map.of("c", literal)))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("INSERT OVERWRITE spate://bucket/t/ PARTITION (c = '" + literal
                        + "'): that is no value of type");
    }

    @Test
    void overwrite_noDateForTheTemplate_isRefusedByName() {
        TablePartitions partitions = partitions("STRING", "partition.template", "{c:yyyy/MM/dd}");

        assertThatThrownBy(() -> partitions.overwrite(Map.of("c", "today")))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("INSERT OVERWRITE spate://bucket/t/ PARTITION {c=today}: column 'c' = 'today'");
    }

    @Test
    void overwrite_someColumnsOnly_isOfWhatIsWritten() {
        assertThat(partitions("INT").overwrite(Map.of())).isEqualTo(Overwrite.written());
    }

    @Test
    void buckets_columnThatIsNotWritten_isRefusedByName() {
        TablePartitions partitions = new TablePartitions(options(), type("INT"), List.of("doubled"));

        assertThatThrownBy(partitions::buckets)
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith(
                        "PARTITIONED BY: column 'doubled' of the table at spate://bucket/t/ is computed");
    }

    @Test
    void buckets_templateWithoutItsColumn_isRefusedByOptionValueAndPath() {
        assertThatThrownBy(
                        () -> partitions("INT", "partition.template", "{day}").buckets())
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("option 'partition.template' = '{day}' of the table at spate://bucket/t/: ");
    }

    private static TablePartitions partitions(String type, String... more) {
        return new TablePartitions(options(more), type(type), List.of("c"));
    }

    private static DataType type(String column) {
        DataType parsed = TypeConversions.fromLogicalToDataType(
                LogicalTypeParser.parse(column, TablePartitionsTest.class.getClassLoader()));
        return DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT()), DataTypes.FIELD("c", parsed));
    }

    private static TableOptions options(String... more) {
        Map<String, String> options = new HashMap<>(Map.of("path", "spate://bucket/t/", "format", "json"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return TableOptions.of(options, Map.of());
    }
}
