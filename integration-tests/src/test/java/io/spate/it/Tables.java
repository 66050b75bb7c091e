package io.spate.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A session of SQL with tables of Spate. Every wait has an end. Used by one thread. */
@SuppressWarnings("try") // results throw whatever they may when they are closed
final class Tables {
    static final long LONGEST_WAIT_SECONDS = 60;

    private final StreamTableEnvironment session;

    private Tables(StreamTableEnvironment session) {
        this.session = session;
    }

    /** One whose jobs end. They run on the cluster of the thread. */
    static Tables batch(int parallelism) {
        return over(parallelism, EnvironmentSettings.inBatchMode());
    }

    /** One whose jobs take checkpoints, and go on if their tables do. */
    static Tables streaming(int parallelism, long checkpointMillis) {
        StreamExecutionEnvironment jobs = StreamExecutionEnvironment.getExecutionEnvironment();
        jobs.setParallelism(parallelism);
        jobs.enableCheckpointing(checkpointMillis);
        return over(jobs, EnvironmentSettings.inStreamingMode());
    }

    private static Tables over(int parallelism, EnvironmentSettings settings) {
        StreamExecutionEnvironment jobs = StreamExecutionEnvironment.getExecutionEnvironment();
        jobs.setParallelism(parallelism);
        return over(jobs, settings);
    }

    static Tables over(StreamExecutionEnvironment jobs, EnvironmentSettings settings) {
        return new Tables(StreamTableEnvironment.create(jobs, settings));
    }

    StreamTableEnvironment session() {
        return session;
    }

    /**
     * Makes a table of Spate.
     *
     * @param columns as between the brackets of {@code CREATE TABLE}, and what follows the brackets
     * @param options those that reach the store among them
     */
    void create(String name, String columns, Map<String, String> options) {
        create(name, columns, "spate", options);
    }

    /** Makes a table of Flink's own of files, as it is for a table of Spate to be compared with. */
    void createFiles(String name, String columns, Path directory, Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(options);
        all.put("path", directory.toUri().toString());
        create(name, "(" + columns + ")", "filesystem", all);
    }

    private void create(String name, String columns, String connector, Map<String, String> options) {
        String with = options.entrySet().stream()
                .map(option -> ", " + quoted(option.getKey()) + " = " + quoted(option.getValue()))
                .collect(Collectors.joining());
        session.executeSql(
                "CREATE TABLE `" + name + "` " + columns + " WITH ('connector' = '" + connector + "'" + with + ")");
    }

    /** The columns of a table, as they are in its objects. */
    RowType typeOf(String name) {
        return (RowType)
                session.from(name).getResolvedSchema().toPhysicalRowDataType().getLogicalType();
    }

    /** All rows of a query that has an end. */
    List<Row> rows(String query) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> results = session.executeSql(query).collect()) {
            results.forEachRemaining(rows::add);
        }
        return rows;
    }

    /** The first rows of a query that may have no end; its job is ended when they are there. */
    List<Row> firstRows(String query, int count) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> results = session.executeSql(query).collect()) {
            while (rows.size() < count) {
                rows.add(results.next());
            }
        }
        return rows;
    }

    /** Runs an {@code INSERT} to its end. */
    void insert(String statement) throws Exception {
        TableResult result = session.executeSql(statement);
        result.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
