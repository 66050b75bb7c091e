package io.spate.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TableOptionsTest {
    private static final Optional<Set<String>> OF_CSV =
            Optional.of(Set.of("csv.field-delimiter", "csv.ignore-parse-errors", "csv.disable-quote-character"));

    private static TableOptions table(String... more) {
        return TableOptions.of(map(more), Map.of(), OF_CSV);
    }

    private static Map<String, String> map(String... more) {
        Map<String, String> options = new HashMap<>(Map.of("path", "spate://bucket/t/", "format", "csv"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }

    @Test
    void of_everyKind_givesValues() {
        TableOptions options = table(
                "connector", "spate",
                "path", "spate://b/a/; spate://b/*.csv",
                "csv.field-delimiter", ";",
                "scan.watermark.idle-timeout", "1 s",
                "scan.monitor-interval", "10 s",
                "scan.startup", "latest",
                "scan.modified-after", "2026-11-30",
                "scan.split-size", "1 MiB",
                "endpoint", "http://localhost:1");

        assertThat(options.paths()).containsExactly("spate://b/a/", "spate://b/*.csv");
        assertThat(options.format()).isEqualTo("csv");
        assertThat(options.get(TableOption.MONITOR_INTERVAL)).contains(Duration.ofSeconds(10));
        assertThat(options.get(TableOption.STARTUP)).isEqualTo(TableOption.Startup.LATEST);
        assertThat(options.get(TableOption.MODIFIED_AFTER)).contains(Instant.parse("2026-11-30T00:00:00Z"));
        assertThat(options.get(TableOption.SPLIT_SIZE)).isEqualTo(1 << 20);
        assertThat(options.get(TableOption.ALLOW_EMPTY)).isFalse();
        assertThat(options.engine().asMap()).containsEntry("endpoint", "http://localhost:1");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.split-sice, scan.split-size",
        "scan.splitsize, scan.split-size",
        "acces-key, access-key",
        "paht, path",
        "csv.feild-delimiter, csv.field-delimiter",
        "csv.haeder, csv.header",
    })
    void of_unknownKey_namesNearest(String key, String nearest) {
        assertThatThrownBy(() -> table(key, "secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown option '" + key + "'")
                .hasMessageContaining("did you mean '" + nearest + "'?")
                .hasMessageNotContaining("secret");
    }

    @Test
    void of_keyOfFormatThatTakesAny_isAccepted() {
        TableOptions options =
                TableOptions.of(map("format", "parquet", "parquet.anything.at.all", "1"), Map.of(), Optional.empty());

        assertThat(options.format()).isEqualTo("parquet");
    }

    @ParameterizedTest
    @CsvSource({
        "parquet, parquet.utc-timezon, parquet.utc-timezone",
        "parquet, parquet.batch.size, parquet.batch-size",
        "orc, orc.compres, orc.compress",
    })
    void of_misspelledKeyOfFormatThatTakesAny_namesNearest(String format, String key, String nearest) {
        assertThatThrownBy(() -> TableOptions.of(map("format", format, key, "1"), Map.of(), Optional.empty()))
                .hasMessageContaining("unknown option '" + key + "'")
                .hasMessageContaining("did you mean '" + nearest + "'?");
    }

    @ParameterizedTest
    @CsvSource({"csv.field-delimiter, json", "csv.header, json", "parquet.compression, csv"})
    void of_keyOfOtherFormat_namesBoth(String key, String format) {
        assertThatThrownBy(() -> TableOptions.of(map("format", format, key, "true"), Map.of(), Optional.of(Set.of())))
                .hasMessageContaining("option '" + key + "' is of the format")
                .hasMessageContaining("'format' = '" + format + "'");
    }

    @Test
    void of_missing_givesExample() {
        Map<String, String> withoutFormat = map();
        withoutFormat.remove("format");
        Map<String, String> withoutPath = map();
        withoutPath.remove("path");

        assertThatThrownBy(() -> TableOptions.of(withoutFormat, Map.of()))
                .hasMessageContaining("option 'format' is missing: add 'format' = 'csv', 'json' or 'parquet'");
        assertThatThrownBy(() -> TableOptions.of(withoutPath, Map.of()))
                .hasMessageContaining("option 'path' is missing: add 'path' = 'spate://bucket/prefix/'");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.split-size, 1 KiB, 64 KiB to 1024 GiB",
        "scan.parallelism, 0, 1 to 32768",
        "scan.monitor-interval, 0 s, out of range",
        "scan.startup, now, expected one of all | latest",
        "scan.on-error, ignore, expected one of fail | skip | dead-letter",
        "scan.modified-after, yesterday, expected a time such as",
        "scan.hidden, maybe, true",
        "charset, UTF-9, expected the name of a charset",
        "path, s3://bucket/x, expected spate://bucket/key",
        "path, spate://b/[x, '[' is never closed",
        "scan.include, {a, '{' is never closed",
        "scan.exclude, a;;b, none of them empty",
    })
    void of_wrongValue_namesOptionValueAndWhatIsExpected(String key, String value, String expected) {
        assertThatThrownBy(() -> table(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option '" + key + "' = '" + value + "'")
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "scan.startup, latest, add 'scan.monitor-interval'",
        "scan.discovery-window, 5 min, add 'scan.monitor-interval'",
        "scan.on-error, dead-letter, add 'scan.dead-letter.path'",
        "scan.dead-letter.path, spate://b/dead/, 'scan.on-error' = 'dead-letter'",
    })
    void of_optionWithoutTheOneItNeeds_saysWhichToAdd(String key, String value, String remedy) {
        assertThatThrownBy(() -> table(key, value))
                .hasMessageContaining("option '" + key + "' = '" + value + "'")
                .hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @CsvSource({"skip", "dead-letter"})
    void of_errorsThatFormatIgnores_areRefused(String policy) {
        Map<String, String> options = map("scan.on-error", policy, "csv.ignore-parse-errors", "true");
        if (policy.equals("dead-letter")) {
            options.put("scan.dead-letter.path", "spate://letters/");
        }
        assertThatThrownBy(() -> TableOptions.of(options, Map.of(), OF_CSV))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "option 'scan.on-error' = '" + policy
                                + "' does not see the rows that 'csv.ignore-parse-errors' = 'true' lets pass: remove one of them");
    }

    @Test
    void of_errorsThatFormatDoesNotIgnore_areHandled() {
        assertThat(table("scan.on-error", "skip", "csv.ignore-parse-errors", "false")
                        .get(TableOption.ON_ERROR))
                .isEqualTo(TableOption.OnError.SKIP);
        assertThat(table("csv.ignore-parse-errors", "true").get(TableOption.ON_ERROR))
                .isEqualTo(TableOption.OnError.FAIL);
    }

    @Test
    void of_timesWithNothingBetween_areRefused() {
        assertThatThrownBy(() -> table("scan.modified-after", "2026-11-30", "scan.modified-before", "2026-11-30"))
                .hasMessageContaining("option 'scan.modified-before' = '2026-11-30' is not later than"
                        + " 'scan.modified-after' = '2026-11-30'");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.compression, gzip, take 'parquet.compression'",
        "sink.compression, zstd, take 'parquet.compression'",
        "charset, ISO-8859-1, remove it",
        "scan.max-record-size, 1 MiB, remove it",
        "scan.on-error, skip, remove it"
    })
    void of_optionOfRowsWithFormatOfColumns_isRefused(String key, String value, String advice) {
        assertThatThrownBy(() -> TableOptions.of(map("format", "parquet", key, value), Map.of()))
                .hasMessageContaining("option '" + key + "' = '" + value + "'")
                .hasMessageContaining("'format' = 'parquet'")
                .hasMessageContaining(advice);
    }

    @Test
    void of_sameAsDefault_goesTogetherWithAll() {
        assertThat(TableOptions.of(map("format", "orc", "scan.compression", "auto", "scan.startup", "all"), Map.of())
                        .format())
                .isEqualTo("orc");
    }

    @Test
    void of_defaults_fillWhatTableDoesNotSay() {
        Map<String, String> session =
                Map.of("access-key", "a", "secret-key", "session-secret", "endpoint", "http://session:1");

        assertThat(TableOptions.of(map(), session).engine().asMap()).isEqualTo(session);
        assertThat(TableOptions.of(map("credentials", "anonymous"), session)
                        .engine()
                        .asMap())
                .isEqualTo(Map.of("credentials", "anonymous", "endpoint", "http://session:1"));
    }

    @Test
    void toString_secrets_areNotThere() {
        TableOptions options = table("access-key", "a", "secret-key", "top-secret", "session-token", "top-token");

        assertThat(options.toString()).doesNotContain("top-secret").doesNotContain("top-token");
    }

    @Test
    void of_lineEndsWithoutQuotes_isRefused() {
        assertThatThrownBy(() -> table("csv.multiline", "true", "csv.disable-quote-character", "TRUE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'csv.multiline' = 'true' needs quotes around line ends, but"
                        + " 'csv.disable-quote-character' = 'true': remove one of them");
        assertThat(table("csv.multiline", "true", "csv.disable-quote-character", "false")
                        .get(TableOption.CSV_MULTILINE))
                .isTrue();
    }
}
