package io.spate.bundle;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A program of a user: writes a table and reads it, with nothing but Flink and the bundle. */
final class TableProgram {
    private TableProgram() {}

    /**
     * Prints what it has read.
     *
     * @param args the jar for {@code ADD JAR}, or {@code -} if it is in the class path; which class loader is asked first,
     *     {@code child-first} or {@code parent-first}; the path that the tables are below; then options as {@code key=value}
     */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("classloader.resolve-order", args[1]);
        TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration(configuration)
                .build());
        if (!args[0].equals("-")) {
            tables.executeSql("ADD JAR '" + new File(args[0]).toURI() + "'");
        }
        String options = Arrays.stream(args)
                .skip(3)
                .map(option -> option.split("=", 2))
                .map(option -> ", '" + option[0] + "' = '" + option[1] + "'")
                .collect(Collectors.joining());
        tables.executeSql("CREATE TABLE t (id INT, name STRING) WITH ('connector' = 'spate', 'path' = '" + args[2]
                + "t/', 'format' = 'csv', 'sink.compression' = 'zstd', 'sink.success-file' = 'true'" + options + ")");
        tables.executeSql("INSERT OVERWRITE t VALUES (1, 'one'), (2, 'two')").await();
        tables.executeSql("CREATE TABLE plain WITH ('sink.compression' = 'none', 'path' = '" + args[2]
                + "plain/') LIKE t (OVERWRITING OPTIONS)");
        tables.executeSql("INSERT INTO plain VALUES (3, 'three')").await();
        System.out.println(rows(tables, "SELECT id, name FROM t UNION ALL SELECT id, name FROM plain"));
        System.exit(0);
    }

    /** As they are printed, in order. */
    @SuppressWarnings("try") // results throw whatever they may when they are closed
    private static List<String> rows(TableEnvironment tables, String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> result = tables.executeSql(query).collect()) {
            result.forEachRemaining(row -> rows.add(row.toString()));
        }
        return rows.stream().sorted().toList();
    }
}
