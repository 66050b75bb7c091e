package io.spate.source;

import java.io.IOException;

import org.apache.orc.TypeDescription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** ORC makes null, or something shorter, of what does not fit. */
class OrcColumnsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int | bigint",
                "decimal(9,2) | decimal(10,2)",
                "varchar(3) | varchar(5)",
                "varchar(3) | string",
                "struct<a:int,b:int> | struct<b:bigint>",
                "array<int> | array<int>",
                "map<string,int> | map<string,bigint>"
            })
    void requireReadable_typeThatHoldsAllValues_passes(String file, String table) {
        assertThatCode(() -> check(file, table)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint | int",
                "decimal(38,10) | decimal(10,2)",
                "decimal(9,3) | decimal(9,2)",
                "varchar(100) | varchar(3)",
                "string | varchar(3)",
                "struct<a:bigint> | struct<a:int>",
                "array<bigint> | array<int>",
                "map<string,bigint> | map<string,int>"
            })
    void requireReadable_typeThatWouldLoseValues_isRefusedByName(String file, String table) {
        assertThatThrownBy(() -> check(file, table))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("column c");
    }

    private static void check(String file, String table) throws IOException {
        OrcColumns.requireReadable(
                TypeDescription.fromString("struct<c:" + file + ">"),
                TypeDescription.fromString("struct<c:" + table + ">"),
                new int[] {0});
    }
}
