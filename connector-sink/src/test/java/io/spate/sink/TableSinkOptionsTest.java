package io.spate.sink;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.engine.TableOption;
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
                "csv | sink.completeness | partition | the table has no partitions",
                "csv | sink.completeness | job | nothing tells of it; add 'sink.success-file' = 'true'",
                "csv | sink.partition-idle | 1 min | it needs 'sink.completeness' = 'partition'",
                "csv | sink.key-template | {hash}/{prefix}{id}-{counter} | begin it with '{prefix}'",
                "csv | sink.key-template | {prefix}{id} | {counter}",
                "csv | sink.janitor-age | 1 h | as 'sink.rolling.age' lets an object be open for PT2H",
                "csv | partition.template | {day} | the table has no partitions"
            })
    void builder_optionThatCannotBe_isRefusedByNameAndValue(String format, String option, String value, String advice) {
        TableOptions options = options(format, "sink.rolling.age", "2 h", option, value);

        assertThatThrownBy(() -> TableSinkOptions.builder(options, false))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("option '" + option + "' = '" + value + "' of the table at spate://bucket/")
                .hasMessageContaining(advice);
    }

    @Test
    void builder_options_reachTheSink() {
        SpateSink<RowData> sink = sink(
                "sink.delivery", "at-least-once",
                "sink.rolling.size", "1 MiB",
                "sink.rolling.age", "2 min",
                "sink.rolling.idle", "3 s",
                "sink.rolling.records", "4",
                "sink.rolling.checkpoint", "true",
                "sink.key-template", "{prefix}x-{id}-{counter}{extension}",
                "sink.compression", "zstd",
                "sink.janitor-age", "5 h");

        assertThat(sink.plan().guarantee()).isEqualTo(DeliveryGuarantee.AT_LEAST_ONCE);
        assertThat(sink.plan().rolling())
                .isEqualTo(new Rolling(1 << 20, Duration.ofMinutes(2), Duration.ofSeconds(3), 4, true));
        assertThat(sink.plan().template()).hasToString("{prefix}x-{id}-{counter}{extension}");
        assertThat(sink.plan().format().extension()).isEqualTo(".zst");
        assertThat(sink.janitor().age()).isEqualTo(Duration.ofHours(5));
    }

    @Test
    void builder_noOptions_reachTheSinkAsDocumented() {
        SpateSink<RowData> sink = sink();

        assertThat(sink.plan().guarantee()).isEqualTo(DeliveryGuarantee.EXACTLY_ONCE);
        assertThat(sink.plan().rolling()).isEqualTo(Rolling.defaults());
        assertThat(sink.plan().template()).hasToString("{prefix}{bucket}{id}-{counter}{extension}");
        assertThat(sink.plan().format().extension()).isEmpty();
        assertThat(sink.janitor().age()).isZero();
    }

    @ParameterizedTest
    @EnumSource(TableOption.Compression.class)
    void builder_compression_isOneOfTheSink(TableOption.Compression compression) {
        assertThat(sink("sink.compression", compression.name()).plan().format().extension())
                .isEqualTo(Compression.valueOf(compression.name()).extension());
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

    @Test
    void extension_malformed_isRefusedByOptionValueAndPath() {
        assertThatThrownBy(() -> TableSinkOptions.extension(options("csv", "sink.extension", "a/b")))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("option 'sink.extension' = 'a/b' of the table at spate://bucket/t/: extension");
    }

    private static SpateSink<RowData> sink(String... more) {
        return TableSinkOptions.builder(options("csv", more), false)
                .format(SinkFormats.rows(row -> new byte[0]))
                .build();
    }

    private static TableOptions options(String format, String... more) {
        Map<String, String> options = new HashMap<>(Map.of("path", "spate://bucket/t/", "format", format));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return TableOptions.of(options, Map.of());
    }
}
