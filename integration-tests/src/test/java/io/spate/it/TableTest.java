package io.spate.it;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables in SQL. */
@Timeout(120)
@SuppressWarnings("try") // results throw whatever they may when they are closed
class TableTest {
    @Test
    void select_whatWasInserted_givesIt() throws Exception {
        TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
        String options = TestStore.options(
                        "connector", "spate", "format", "json", "path", "spate://" + TestStore.newBucket() + "/t/")
                .entrySet()
                .stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
        tables.executeSql("CREATE TABLE t (id INT, name STRING) WITH (" + options + ")");
        tables.executeSql("INSERT INTO t VALUES (1, 'one'), (2, 'two')").await(60, TimeUnit.SECONDS);
        try (CloseableIterator<Row> rows =
                tables.executeSql("SELECT id, name FROM t").collect()) {
            assertThat(List.of(rows.next(), rows.next())).containsExactlyInAnyOrder(Row.of(1, "one"), Row.of(2, "two"));
            assertThat(rows.hasNext()).isFalse();
        }
    }
}
