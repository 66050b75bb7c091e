package io.spate.it;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.spate.embedded.EmbeddedStore;
import io.spate.embedded.LoggedRequest;
import io.spate.embedded.RequestLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What tables read of a store, and what that costs. */
@Timeout(300)
@SuppressWarnings("try") // results throw whatever they may when they are closed
class TableScanTest {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private final EmbeddedStore store = TestStore.get();
    private final TableEnvironment batch = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    private String bucket;
    private RequestLog log;

    @BeforeEach
    void openStore() throws IOException {
        bucket = TestStore.newBucket();
        log = RequestLog.before(store);
    }

    @AfterEach
    void closeStore() {
        log.close();
    }

    @Test
    void select_metadataAndProjection_givesWhatTheStoreTells() throws Exception {
        put("t/a/x.json", "{\"id\":1,\"name\":\"one\"}\n{\"id\":2,\"name\":\"two\"}\n");
        create("id INT, name STRING, p STRING METADATA FROM 'file.path', size BIGINT METADATA FROM 'file.size', "
                + "n STRING METADATA FROM 'file.name', m TIMESTAMP_LTZ(3) METADATA FROM 'file.modification-time', "
                + "o BIGINT METADATA FROM 'file.offset', e STRING METADATA FROM 'file.etag'");

        assertThat(rows("SELECT name, p, n, size, m > TIMESTAMP '2020-01-01 00:00:00', e IS NOT NULL FROM t"))
                .containsExactlyInAnyOrder(
                        Row.of("one", "spate://" + bucket + "/t/a/x.json", "x.json", 44L, true, true),
                        Row.of("two", "spate://" + bucket + "/t/a/x.json", "x.json", 44L, true, true));
        assertThat(rows("SELECT p FROM t WHERE id = 2")).containsExactly(Row.of("spate://" + bucket + "/t/a/x.json"));
        assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly(Row.of(2L));
        assertThat(rows("SELECT o FROM t")).containsExactlyInAnyOrder(Row.of(0L), Row.of(22L));
    }

    @Test
    void select_hiddenObjects_areNoData() throws Exception {
        put("t/a.json", "{\"id\":1}\n");
        put("t/_SUCCESS", "no JSON");
        put("t/_temporary/b.json", "no JSON");
        put("t/.c.json", "no JSON");
        create("id INT");

        assertThat(rows("SELECT * FROM t")).containsExactly(Row.of(1));
    }

    @Test
    void select_includedAndExcluded_readsOnlyThose() throws Exception {
        put("t/2026/a.json", "{\"id\":1}\n");
        put("t/2026/b.json", "{\"id\":2}\n");
        put("t/2025/a.json", "{\"id\":3}\n");
        create("id INT", "scan.include", "2026/*.json", "scan.exclude", "b.*");

        assertThat(rows("SELECT * FROM t")).containsExactly(Row.of(1));
    }

    @Test
    void select_limit_listsOnePageAndReadsOneObject() throws Exception {
        for (int i = 0; i < 1100; i++) {
            store.put(bucket, String.format("t/%04d.json", i), "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n");
        }
        create("id INT");

        assertThat(rows("SELECT * FROM t LIMIT 3")).hasSize(3);
        assertThat(count("ListObjects")).isEqualTo(1);
        assertThat(count("GetObject")).isEqualTo(1);
    }

    @Test
    void select_limitBehindFilter_readsUntilThereAreEnough() throws Exception {
        for (int i = 0; i < 20; i++) {
            put(String.format("t/%02d.json", i), "{\"id\":" + i + "}\n");
        }
        create("id INT");

        assertThat(rows("SELECT * FROM t WHERE id >= 15 LIMIT 5")).hasSize(5);
    }

    @Test
    void select_somePartitions_listsAndReadsOnlyThose() throws Exception {
        for (int day = 10; day < 30; day++) {
            put("t/day=2026-11-" + day + "/country=fr/x.json", "{\"id\":" + day + "}\n");
            put("t/day=2026-11-" + day + "/country=de/x.json", "{\"id\":" + day + "}\n");
        }
        put("t/day=2026-11-10/country=__HIVE_DEFAULT_PARTITION__/x.json", "{\"id\":99}\n");
        createPartitioned("id INT, `day` DATE, country STRING", "`day`, country");

        assertThat(rows("SELECT id, `day`, country FROM t WHERE `day` = DATE '2026-11-20' AND country = 'fr'"))
                .containsExactly(Row.of(20, LocalDate.of(2026, 11, 20), "fr"));
        assertThat(count("GetObject")).isEqualTo(1);
        assertThat(rows("SELECT id FROM t WHERE country IS NULL")).containsExactly(Row.of(99));
        assertThat(rows("SELECT COUNT(*), COUNT(country), MIN(`day`) FROM t"))
                .containsExactly(Row.of(41L, 40L, LocalDate.of(2026, 11, 10)));
        assertThat(rows("SELECT id FROM t WHERE country = 'it'")).isEmpty();
    }

    @Test
    void select_partitionsOfTemplate_givesDates() throws Exception {
        put("t/2026/11/30/fr/x.json", "{\"id\":1}\n");
        put("t/2026/12/01/fr/x.json", "{\"id\":2}\n");
        createPartitioned("id INT, dt DATE, c STRING", "dt, c", "partition.template", "{dt:yyyy/MM/dd}/{c}");

        assertThat(rows("SELECT * FROM t WHERE dt > DATE '2026-11-30'"))
                .containsExactly(Row.of(2, LocalDate.of(2026, 12, 1), "fr"));
    }

    @Test
    void select_objectOutsideOfPartitions_isRefusedByName() throws Exception {
        put("t/stray.json", "{\"id\":1}\n");
        createPartitioned("id INT, c STRING", "c");

        assertThatThrownBy(() -> rows("SELECT * FROM t"))
                .hasStackTraceContaining("spate://" + bucket + "/t/stray.json is in no partition 'c=...'");
    }

    @Test
    void select_directoryThatIsNoValue_namesColumnAndValue() throws Exception {
        put("t/n=seven/x.json", "{\"id\":1}\n");
        createPartitioned("id INT, n INT", "n");

        assertThatThrownBy(() -> rows("SELECT * FROM t WHERE n = 7"))
                .hasStackTraceContaining("'seven' for column 'n', which is no INT");
        assertThatThrownBy(() -> rows("SELECT * FROM t"))
                .hasStackTraceContaining("'seven' for column 'n', which is no INT");
    }

    @Test
    void select_eventTimeWindows_getWatermarksOfTheSource() throws Exception {
        TableEnvironment streaming = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        put("t/a.json", "{\"ts\":\"2026-11-30 12:00:00\"}\n{\"ts\":\"2026-11-30 12:00:30\"}\n");
        put("t/b.json", "{\"ts\":\"2026-11-30 12:01:00\"}\n");
        create(streaming, "ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND", "");

        String query = "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                + " GROUP BY window_start, window_end";
        assertThat(streaming.explainSql(query)).contains("watermark=[");
        assertThat(rows(streaming, query))
                .containsExactlyInAnyOrder(
                        Row.of(LocalDateTime.of(2026, 11, 30, 12, 0), 2L),
                        Row.of(LocalDateTime.of(2026, 11, 30, 12, 1), 1L));
    }

    @Test
    void select_misspelledOption_isRefusedBeforeAnyRequest() {
        create("id INT", "json.ignore-parse-error", "true");

        assertThatThrownBy(() -> rows("SELECT * FROM t"))
                .hasStackTraceContaining(
                        "unknown option 'json.ignore-parse-error': did you mean" + " 'json.ignore-parse-errors'?");
        assertThat(log.requests()).isEmpty();
    }

    @Test
    void explain_tableWithSecrets_showsNone() {
        create("id INT");
        String secret = TestStore.options().get("secret-key");

        assertThat(secret).isNotBlank();
        assertThat(batch.explainSql("SELECT * FROM t")).doesNotContain(secret);
        batch.executeSql("ALTER TABLE t SET ('retry.deadline' = 'never')");
        assertThatThrownBy(() -> rows("SELECT * FROM t"))
                .hasStackTraceContaining("option 'retry.deadline' = 'never'")
                .satisfies(failure -> assertThat(stackOf(failure)).doesNotContain(secret));
    }

    private static String stackOf(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private void put(String key, String text) throws IOException {
        store.put(bucket, key, text);
    }

    private long count(String operation) {
        return log.requests().stream()
                .map(LoggedRequest::operation)
                .filter(operation::equals)
                .count();
    }

    private void create(String columns, String... more) {
        create(batch, columns, "", more);
    }

    private void createPartitioned(String columns, String partitionedBy, String... more) {
        create(batch, columns, "PARTITIONED BY (" + partitionedBy + ")", more);
    }

    private void create(TableEnvironment tables, String columns, String partitionedBy, String... more) {
        Map<String, String> options = new TreeMap<>(TestStore.options());
        options.putAll(log.options());
        options.putAll(Map.of("connector", "spate", "format", "json", "path", "spate://" + bucket + "/t/"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        String with = options.entrySet().stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
        tables.executeSql("CREATE TABLE t (" + columns + ") " + partitionedBy + " WITH (" + with + ")");
    }

    private List<Row> rows(String query) throws Exception {
        return rows(batch, query);
    }

    private static List<Row> rows(TableEnvironment tables, String query) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
            results.forEachRemaining(rows::add);
        }
        return rows;
    }
}
