package io.spate.sql;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.EmbeddedStore;

import static org.assertj.core.api.Assertions.assertThat;

/** Scripts on a session, as {@code spate sql} runs them. */
@Timeout(240)
class ScriptRunnerTest {
    private static EmbeddedStore store;
    private static WorkDirectory work;
    private static LocalSession session;

    private final ByteArrayOutputStream results = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @BeforeAll
    static void begin() throws Exception {
        store = EmbeddedStore.start();
        store.createBucket("demo");
        work = WorkDirectory.create();
        Map<String, String> settings = store.options().entrySet().stream()
                .collect(Collectors.toMap(option -> "spate." + option.getKey(), Map.Entry::getValue));
        session = LocalSession.start(work, settings);
    }

    @AfterAll
    static void end() throws IOException {
        Path path = work.path();
        session.close();
        work.close();
        store.close();
        assertThat(Files.exists(path)).isFalse();
    }

    @Test
    void run_tables_writesAndReads() throws Exception {
        int code = run("CREATE TABLE t (id INT, name STRING) WITH ('connector' = 'spate', 'path' = 'spate://demo/t/',"
                + " 'format' = 'csv'); INSERT INTO t VALUES (1, 'x;y'); SELECT * FROM t");

        assertThat(code).isZero();
        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(results.toString(StandardCharsets.UTF_8).lines().limit(5))
                .containsExactly("+----+------+", "| id | name |", "+----+------+", "|  1 |  x;y |", "+----+------+");
    }

    @Test
    void run_statementThatFails_endsTheScriptWithOneLine() throws Exception {
        int code = run("SHOW TABLES;\nSELECT * FROM nosuch;\nSELECT 'never'");

        assertThat(code).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8))
                .startsWith("spate sql: line 2: ")
                .contains("Object 'nosuch' not found")
                .hasLineCount(1);
        assertThat(results.toString(StandardCharsets.UTF_8)).doesNotContain("never");
    }

    @Test
    void run_jobThatFails_saysWhy() throws Exception {
        int code = run("CREATE TABLE nothing (id INT) WITH ('connector' = 'spate', 'path' = 'spate://demo/nothing/',"
                + " 'format' = 'csv'); SELECT * FROM nothing");

        assertThat(code).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("spate://demo/nothing/");
    }

    @Test
    void run_statementSet_isOneStatement() throws Exception {
        int code = run("CREATE TABLE s (id INT) WITH ('connector' = 'spate', 'path' = 'spate://demo/s/', 'format' ="
                + " 'json'); EXECUTE STATEMENT SET BEGIN INSERT INTO s VALUES (1); INSERT INTO s VALUES (2); END;"
                + " SELECT COUNT(*) FROM s");

        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(results.toString(StandardCharsets.UTF_8)).contains("|      2 |");
    }

    @Test
    void run_statementWithoutEnd_fails() throws Exception {
        assertThat(run("EXECUTE STATEMENT SET BEGIN INSERT INTO s VALUES (1)")).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8)).startsWith("spate sql: line 1: the statement has no end");
    }

    @Test
    void run_statementWithASecretWithoutEnd_failsWithItsFirstWordsOnly() throws Exception {
        assertThat(run("SHOW TABLES;\nEXECUTE STATEMENT SET BEGIN INSERT INTO s /*+ OPTIONS('secret-key' = 'hidden') */"
                        + " VALUES (1)"))
                .isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("spate sql: line 2: the statement has no end: EXECUTE STATEMENT SET ...");
    }

    private int run(String script) throws Exception {
        return new ScriptRunner(session.executor(), results, new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(script);
    }
}
