package io.spate.sql;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShellArgumentsTest {
    @Test
    void parse_settingsAndFile_areTaken() {
        ShellArguments arguments = ShellArguments.parse("-D", "a.b=c=d", "-De= f", "script.sql");

        assertThat(arguments.settings()).containsEntry("a.b", "c=d").containsEntry("e", "f");
        assertThat(arguments.file()).contains("script.sql");
        assertThat(arguments.statements()).isEmpty();
    }

    @Test
    void parse_severalStatements_areOneScript() {
        ShellArguments arguments = ShellArguments.parse("-e", "SELECT 1", "--execute", "SELECT 2;");

        assertThat(Statements.of(arguments.statements().orElseThrow())).hasSize(2);
    }

    @Test
    void parse_dash_isStandardInput() {
        assertThat(ShellArguments.parse("-").file()).contains("-");
    }

    @Test
    void parse_help_needsNothingElse() {
        assertThat(ShellArguments.parse("--help").help()).isTrue();
        assertThat(ShellArguments.parse().help()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nosuch | unknown option '--nosuch'",
                "-e | option '-e' needs a value",
                "-D novalue | -D needs KEY=VALUE, but got 'novalue'",
                "a.sql b.sql | one FILE at most, but there are 2",
                "-e SELECT a.sql | either -e or a FILE, not both: a.sql"
            })
    void parse_wrongArguments_saysWhy(String line, String message) {
        assertThatThrownBy(() -> ShellArguments.parse(line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
