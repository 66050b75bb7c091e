package io.spate.it;

import java.nio.charset.StandardCharsets;

import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What SQL writes, as others see it in the store. */
@Timeout(120)
class TableSinkTest {
    private static final String DAYS = "(id INT, `day` DATE, country STRING) PARTITIONED BY (`day`, country)";

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberSlotsPerTaskManager(4)
            .build());

    @Test
    void insert_partitions_areDirectoriesAndNotInObjects() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define(DAYS, "json")) {
            table.run("INSERT INTO t VALUES (1, DATE '2026-11-30', 'fr'), (2, DATE '2026-11-30', 'a/b=c %'),"
                    + " (3, CAST(NULL AS DATE), 'é'), (4, DATE '2026-12-01', CAST(NULL AS STRING))");

            assertThat(table.lines())
                    .containsExactly(
                            "day=2026-11-30/country=a%2Fb%3Dc %25/{\"id\":2}",
                            "day=2026-11-30/country=fr/{\"id\":1}",
                            "day=2026-12-01/country=__HIVE_DEFAULT_PARTITION__/{\"id\":4}",
                            "day=__HIVE_DEFAULT_PARTITION__/country=é/{\"id\":3}");
            assertThat(table.keys()).hasSize(4).contains("day=2026-11-30/country=fr/*.json");
        }
    }

    @Test
    void insert_staticPartition_goesThere() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define(DAYS, "csv")) {
            table.run("INSERT INTO t PARTITION (`day` = '2026-11-30') SELECT 1, 'fr'");

            assertThat(table.lines()).containsExactly("day=2026-11-30/country=fr/1");
        }
    }

    @Test
    void insert_template_namesDirectories() throws Exception {
        try (WrittenTable table =
                WrittenTable.batch().define(DAYS, "csv", "partition.template", "{country}/{day:yyyy/MM}/{day:dd}")) {
            table.run("INSERT INTO t VALUES (1, DATE '2026-11-30', 'fr')");

            assertThat(table.lines()).containsExactly("fr/2026/11/30/1");
        }
    }

    @Test
    void insert_overwriteOfTheTable_replacesAllOfIt() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(id INT)", "csv", "sink.success-file", "true")) {
            table.run("INSERT INTO t VALUES (1), (2)").run("INSERT OVERWRITE t VALUES (3)");

            assertThat(table.lines()).containsExactly("3");
            assertThat(table.keys()).containsExactly("*.csv", "_SUCCESS");
        }
    }

    @Test
    void insert_overwriteOfStaticPartition_replacesItAloneAlsoWithoutRows() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define(DAYS, "csv")) {
            table.run("INSERT INTO t VALUES (1, DATE '2026-11-30', 'fr'), (2, DATE '2026-11-30', 'de'),"
                    + " (3, DATE '2026-12-01', 'fr')");
            table.run("INSERT OVERWRITE t PARTITION (`day` = '2026-11-30', country = 'fr') SELECT 4");

            assertThat(table.lines())
                    .containsExactly(
                            "day=2026-11-30/country=de/2",
                            "day=2026-11-30/country=fr/4",
                            "day=2026-12-01/country=fr/3");

            table.run("INSERT OVERWRITE t PARTITION (`day` = '2026-11-30', country = 'fr')"
                    + " SELECT id FROM (VALUES (5)) AS v (id) WHERE id > 5");

            assertThat(table.lines()).containsExactly("day=2026-11-30/country=de/2", "day=2026-12-01/country=fr/3");
        }
    }

    @Test
    void insert_overwriteOfStaticPartitionTypedOtherwise_replacesWhereItsRowsGo() throws Exception {
        try (WrittenTable table = WrittenTable.batch()
                .define("(id INT, `hour` INT, code CHAR(4)) PARTITIONED BY (`hour`, code)", "csv")) {
            table.run("INSERT INTO t VALUES (1, 8, 'fr'), (2, 9, 'fr')");
            table.run("INSERT OVERWRITE t PARTITION (`hour` = '08', code = 'fr') SELECT 3");

            assertThat(table.lines()).containsExactly("hour=8/code=fr  /3", "hour=9/code=fr  /2");

            table.run("INSERT OVERWRITE t PARTITION (`hour` = '08', code = 'fr')"
                    + " SELECT id FROM (VALUES (5)) AS v (id) WHERE id > 5");

            assertThat(table.lines()).containsExactly("hour=9/code=fr  /2");
        }
    }

    @Test
    void insert_overwriteOfATableThatHidesObjects_isRefusedByName() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(id INT)", "csv", "scan.include", "*.csv")) {
            assertThatThrownBy(() -> table.run("INSERT OVERWRITE t VALUES (3)"))
                    .hasStackTraceContaining("option 'scan.include' = '*.csv' of the table at")
                    .hasStackTraceContaining("INSERT OVERWRITE would delete objects");
        }
    }

    @Test
    void insert_misspelledOptionOfTheFormat_isRefusedNamingTheRightOne() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(id INT)", "csv", "csv.field-delimeter", ";")) {
            assertThatThrownBy(() -> table.run("INSERT INTO t VALUES (3)"))
                    .hasStackTraceContaining(
                            "unknown option 'csv.field-delimeter': did you mean 'csv.field-delimiter'");
        }
    }

    @Test
    void insert_overwriteOfDynamicPartitions_replacesThoseThatGetRows() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define(DAYS, "csv")) {
            table.run("INSERT INTO t VALUES (1, DATE '2026-11-30', 'fr'), (2, DATE '2026-11-30', 'de'),"
                    + " (3, DATE '2026-12-01', 'fr')");
            table.run("INSERT OVERWRITE t PARTITION (`day` = '2026-11-30') SELECT 4, 'de'");
            table.run("INSERT OVERWRITE t VALUES (5, DATE '2026-12-01', 'fr')");

            assertThat(table.lines())
                    .containsExactly(
                            "day=2026-11-30/country=de/4",
                            "day=2026-11-30/country=fr/1",
                            "day=2026-12-01/country=fr/5");
        }
    }

    @Test
    void insert_overwriteWhileStreaming_isRefused() throws Exception {
        try (WrittenTable table = WrittenTable.streaming().define("(id INT)", "csv")) {
            assertThatThrownBy(() -> table.run("INSERT OVERWRITE t VALUES (3)"))
                    .hasStackTraceContaining("INSERT OVERWRITE")
                    .hasStackTraceContaining("'execution.runtime-mode' = 'batch'");
        }
    }

    @Test
    void insert_completenessOfPartitions_tellsOfEach() throws Exception {
        try (WrittenTable table = WrittenTable.batch()
                .define(
                        DAYS,
                        "csv",
                        "sink.completeness",
                        "partition",
                        "sink.success-file",
                        "true",
                        "sink.manifest",
                        "true")) {
            table.run("INSERT INTO t VALUES (1, DATE '2026-11-30', 'fr'), (2, DATE '2026-11-30', 'de')");

            assertThat(table.keys())
                    .containsExactly(
                            "day=2026-11-30/country=de/*.csv",
                            "day=2026-11-30/country=de/_SUCCESS",
                            "day=2026-11-30/country=de/_manifest-*.jsonl",
                            "day=2026-11-30/country=fr/*.csv",
                            "day=2026-11-30/country=fr/_SUCCESS",
                            "day=2026-11-30/country=fr/_manifest-*.jsonl");

            table.run("INSERT OVERWRITE t PARTITION (`day` = '2026-11-30', country = 'fr')"
                    + " SELECT id FROM (VALUES (5)) AS v (id) WHERE id > 5");

            assertThat(table.keys())
                    .filteredOn(key -> key.contains("country=fr"))
                    .containsExactly(
                            "day=2026-11-30/country=fr/_SUCCESS", "day=2026-11-30/country=fr/_manifest-*.jsonl");
        }
    }

    @Test
    void insert_headerAndCompression_areInEveryObject() throws Exception {
        try (WrittenTable table = WrittenTable.batch()
                .define(
                        "(id INT, `a; b` STRING)",
                        "csv",
                        "csv.header",
                        "true",
                        "csv.field-delimiter",
                        ";",
                        "sink.compression",
                        "gzip",
                        "sink.parallelism",
                        "1",
                        "sink.rolling.records",
                        "1")) {
            table.run("INSERT INTO t VALUES (1, 'x'), (2, 'y;')");

            assertThat(table.keys()).containsExactly("*.csv.gz", "*.csv.gz");
            assertThat(table.lines()).containsExactly("1;x", "2;\"y;\"", "id;\"a; b\"", "id;\"a; b\"");
        }
    }

    @Test
    void insert_atLeastOnce_writesAll() throws Exception {
        try (WrittenTable table =
                WrittenTable.streaming().define("(id INT)", "csv", "sink.delivery", "at-least-once")) {
            table.run("INSERT INTO t VALUES (1), (2)");

            assertThat(table.lines()).containsExactly("1", "2");
        }
    }

    @Test
    void insert_updates_areWrittenByFormatsOfChanges() throws Exception {
        try (WrittenTable table = WrittenTable.streaming().define("(name STRING, n BIGINT)", "debezium-json")) {
            table.run("INSERT INTO t SELECT name, COUNT(*) FROM (VALUES ('a'), ('a')) AS v (name) GROUP BY name");

            assertThat(table.lines())
                    .containsExactlyInAnyOrder(
                            "{\"before\":null,\"after\":{\"name\":\"a\",\"n\":1},\"op\":\"c\"}",
                            "{\"before\":{\"name\":\"a\",\"n\":1},\"after\":null,\"op\":\"d\"}",
                            "{\"before\":null,\"after\":{\"name\":\"a\",\"n\":2},\"op\":\"c\"}");
            assertThat(table.keys()).containsExactly("*.json");

            table.define("(name STRING, n BIGINT)", "csv");
            assertThatThrownBy(() -> table.run(
                            "INSERT INTO t SELECT name, COUNT(*) FROM (VALUES ('a'), ('a')) AS v (name) GROUP BY name"))
                    .hasMessageContaining("doesn't support consuming update changes");
        }
    }

    @Test
    void insert_charset_isThatOfTheObjects() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(name STRING)", "csv", "charset", "ISO-8859-1")) {
            table.run("INSERT INTO t VALUES ('é')");

            assertThat(table.bytes()).isEqualTo("é\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThatThrownBy(() -> table.run("INSERT INTO t VALUES ('€')"))
                    .hasStackTraceContaining("'charset' = 'ISO-8859-1'");
        }
    }

    @Test
    void insert_lineEndInCsv_isWrittenIfReadersKnow() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(name STRING)", "csv")) {
            assertThatThrownBy(() -> table.run("INSERT INTO t VALUES (U&'a\\000Ab')"))
                    .hasStackTraceContaining("'csv.multiline' = 'true'");

            table.define("(name STRING)", "csv", "csv.multiline", "true");
            table.run("INSERT INTO t VALUES (U&'a\\000Ab')");

            assertThat(table.bytes()).isEqualTo("\"a\nb\"\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void insert_lineEndInRaw_isRefused() throws Exception {
        try (WrittenTable table = WrittenTable.batch().define("(name STRING)", "raw")) {
            assertThatThrownBy(() -> table.run("INSERT INTO t VALUES (U&'a\\000Ab')"))
                    .hasStackTraceContaining("format 'raw': a row of 3 bytes has a line end at byte 1");
            assertThat(table.keys()).isEmpty();
        }
    }
}
