package io.spate.sink;

import java.util.HashMap;
import java.util.Map;

import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.TableOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TableSinkOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "csv | path | spate://bucket/a/;spate://bucket/b/ | a table that is written has one path",
                "csv | path | spate://bucket/*/x/ | it is a pattern, which can only be read",
                "csv | sink.compression | auto | expected one of none, gzip, zstd",
                "csv | sink.completeness | partition | the table has no partitions",
                "csv | sink.completeness | job | nothing tells of it; add 'sink.success-file' = 'true'",
                "csv | sink.partition-idle | 1 min | it needs 'sink.completeness' = 'partition'",
                "csv | sink.key-template | {hash}/{prefix}{id}-{counter} | begin it with '{prefix}'",
                "csv | partition.template | {day} | the table has no partitions"
            })
    void builder_optionThatCannotBe_isRefusedByNameAndValue(String format, String option, String value, String advice) {
        TableOptions options = options(format, option, value);

        assertThatThrownBy(() -> TableSinkOptions.builder(options, false))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("option '" + option + "' = '")
                .hasMessageContaining(advice);
    }

    @Test
    void builder_templateWithoutPartitionInFront_isRefused() {
        TableOptions options = options("csv", "sink.key-template", "{prefix}x-{bucket}{id}-{counter}");

        assertThatThrownBy(() -> TableSinkOptions.builder(options, true))
                .hasMessageContaining("begin it with '{prefix}{bucket}'");
    }

    @ParameterizedTest
    @CsvSource({
        "csv, .csv",
        "raw, .raw",
        "debezium-json, .json",
        "canal-json, .json",
        "parquet, .parquet",
        "avro, .avro"
    })
    void extension_default_isThatOfTheFormat(String format, String extension) {
        assertThat(TableSinkOptions.extension(options(format))).isEqualTo(extension);
    }

    @ParameterizedTest
    @CsvSource({".txt, .txt", "txt, .txt"})
    void extension_given_hasADot(String given, String extension) {
        assertThat(TableSinkOptions.extension(options("csv", "sink.extension", given)))
                .isEqualTo(extension);
    }

    private static TableOptions options(String format, String... more) {
        Map<String, String> options = new HashMap<>(Map.of("path", "spate://bucket/t/", "format", format));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return TableOptions.of(options, Map.of());
    }
}
