package io.spate.sql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryTest {
    @TempDir
    Path directory;

    @Test
    void open_noFile_makesOneForItsOwnerOnly() throws Exception {
        History history = History.open(directory.resolve("history"));

        assertThat(permissions(history.file())).isEqualTo("rw-------");
    }

    @Test
    void open_fileThatOthersMayRead_closesItToThemAndKeepsIt() throws Exception {
        Path file = Files.writeString(directory.resolve("history"), "SHOW TABLES;\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        History history = History.open(file);

        assertThat(permissions(history.file())).isEqualTo("rw-------");
        assertThat(file).hasContent("SHOW TABLES;\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET 'spate.secret-key' = 'hidden';",
                "set 'SPATE.SECRET-KEY'='hidden';",
                "SET 'spate.session-token' = 'hidden';",
                "CREATE TABLE t (a INT) WITH (\n'connector' = 'spate', 'customer-key' = 'hidden');",
                "SET 'spate.proxy' = 'http://somebody:hidden@proxy:8080';"
            })
    void history_statementWithASecret_isNotKept(String statement) throws Exception {
        assertThat(History.open(directory.resolve("history")).history(statement))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT * FROM t;", "SET 'spate.endpoint' = 'http://127.0.0.1:9099';"})
    void history_otherStatement_isKept(String statement) throws Exception {
        assertThat(History.open(directory.resolve("history")).history(statement))
                .isEqualTo(statement);
    }

    private static String permissions(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
