package io.spate.it;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.embedded.LoggedRequest;
import io.spate.embedded.RequestLog;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables of Parquet, ORC and Avro. */
@Timeout(180)
@SuppressWarnings("try") // results throw whatever they may when they are closed
final class TableColumnFormatsTest {
    private final TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void select_fieldsOfNestedColumns_givesThem(String format) throws Exception {
        String bucket = TestStore.newBucket();
        create(
                "t",
                "(id INT, place ROW<city STRING, zip BIGINT>, tags ARRAY<STRING>, price DECIMAL(10, 2), day DATE)",
                TestStore.options("format", format, "path", "spate://" + bucket + "/t/"));
        run(
                "INSERT INTO t VALUES"
                        + " (1, ROW('Ulm', 89073), ARRAY['a', 'b'], 1.25, DATE '2026-01-31'),"
                        + " (2, ROW('Bonn', CAST(NULL AS BIGINT)), ARRAY['c'], CAST(NULL AS DECIMAL(10, 2)), DATE '1969-12-31')");

        assertThat(rows("SELECT t.place.zip, id, t.place.city, tags[1], price, CAST(day AS STRING) FROM t"))
                .containsExactlyInAnyOrder(
                        Row.of(89073L, 1, "Ulm", "a", new BigDecimal("1.25"), "2026-01-31"),
                        Row.of(null, 2, "Bonn", "c", null, "1969-12-31"));
        assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly(Row.of(2L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc"})
    void select_withFilter_readsLittleOfWhatDoesNotFit(String format) throws Exception {
        String bucket = TestStore.newBucket();
        Map<String, String> options =
                TestStore.options("format", format, "path", "spate://" + bucket + "/t/", "sink.parallelism", "1");
        options.putAll(
                format.equals("parquet")
                        ? Map.of("parquet.block.size", "300000", "parquet.compression", "UNCOMPRESSED")
                        : Map.of("orc.stripe.size", "300000", "orc.compress", "NONE"));
        create("t", "(id INT, noise STRING)", options);
        tables.executeSql("CREATE TEMPORARY TABLE numbers (id INT, noise STRING) WITH ('connector' = 'datagen',"
                + " 'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '20000',"
                + " 'fields.noise.length' = '100')");
        run("INSERT INTO t SELECT * FROM numbers");
        try (RequestLog log = RequestLog.before(TestStore.get())) {
            Map<String, String> logged = new TreeMap<>(options);
            logged.putAll(log.options());
            create("logged", "(id INT, noise STRING)", logged);
            long all = bytes(log, "SELECT COUNT(DISTINCT noise) FROM logged", Row.of(20_000L));
            long few =
                    bytes(log, "SELECT COUNT(*), COUNT(DISTINCT noise) FROM logged WHERE id > 19950", Row.of(50L, 50L));

            assertThat(all).isGreaterThan(2_000_000);
            assertThat(few).isBetween(1L, all / 3);
        }
    }

    /** The bytes that a query read. */
    private long bytes(RequestLog log, String query, Row expected) throws Exception {
        log.clear();
        assertThat(rows(query)).containsExactly(expected);
        return log.requests().stream()
                .filter(request -> request.operation().equals("GetObject"))
                .mapToLong(LoggedRequest::received)
                .sum();
    }

    private void create(String name, String columns, Map<String, String> options) {
        String with = options.entrySet().stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
        tables.executeSql("CREATE TABLE " + name + " " + columns + " WITH ('connector' = 'spate', " + with + ")");
    }

    private void run(String statement) throws Exception {
        tables.executeSql(statement).await(120, TimeUnit.SECONDS);
    }

    private List<Row> rows(String query) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> result = tables.executeSql(query).collect()) {
            result.forEachRemaining(rows::add);
        }
        return rows;
    }
}
