package io.spate.bulk;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class SpateTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "demo ", "ls ", "uploads ", "uploads ls ", "uploads abort "})
    void run_help_printsUsageAndExitCodes(String command) {
        Cli cli = Cli.run((command + "--help").split(" "));

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out()).startsWith("Usage: spate " + command);
        assertThat(cli.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo ", "ls ", "uploads ", "uploads ls ", "uploads abort "})
    void run_version_printsIt(String command) {
        Cli cli = Cli.run((command + "--version").split(" "));

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out()).matches("spate \\d+\\.\\d+\\.\\d+.*\\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list", // no such command
                "ls", // no URI
                "ls s3://bucket", // another scheme
                "ls spate://", // no bucket
                "ls spate://b --what", // no such flag
                "ls spate://b -o endpiont=http://127.0.0.1:1", // misspelled
                "ls spate://b -o memory=1m", // out of range
                "ls spate://b -o memory", // no value
                "ls spate://b --config /no/such/file",
                "uploads", // no command
                "uploads rm spate://b",
                "uploads ls", // no URI
                "uploads ls s3://bucket",
                "uploads ls spate://b --older-than yesterday",
                "uploads ls spate://b --pattern [a",
                "uploads ls spate://b -o endpiont=http://127.0.0.1:1",
                "uploads abort --older-than 7d", // no URI
                "uploads abort spate://b", // no age
                "uploads abort spate://b --all",
                "uploads abort spate://b --older-than -1d",
                "demo /no/such/directory",
                "demo --large big",
                "demo --small -1",
                "demo --parallelism 0",
                "demo one two",
            })
    void run_wrongUsage_isOneLineAndExitCodeTwo(String line) {
        Cli cli = Cli.run(line.split(" "));

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).startsWith("spate: ").containsOnlyOnce("\n").endsWith("\n");
        assertThat(cli.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "nope, unknown command 'nope'; see spate --help",
        "help uploads nope, unknown command 'nope'; see spate --help",
        "help nope, unknown command 'nope'; see spate --help",
        "ls spate://b -o memory, '-o memory' has no value: expected -o KEY=VALUE",
        "ls spate://b -o =1, '-o =1' has no value: expected -o KEY=VALUE",
        "uploads, which command? See: spate uploads --help",
        "uploads abort spate://b, --older-than AGE is missing: an upload that a checkpoint or savepoint refers to",
        "uploads ls spate://b --older-than 7days, '7days' is no age",
        "demo --small many, 'many' is no whole number",
        "demo --parallelism 1e3, '1e3' is no whole number",
        "demo --large big, 'big' is no size",
        "demo . --large 1m, --large is for the generated set",
        "demo . --small 1, --small is for the generated set",
        "demo -o endpoint=http://127.0.0.1:1, option 'endpoint' cannot be set for a demo",
        "demo -o credentials=anonymous, option 'credentials' cannot be set for a demo",
        "demo -o bucket.demo.region=x, option 'bucket.demo.region' cannot be set for a demo",
    })
    void run_wrongUsage_saysWhatIsWrong(String line, String message) {
        Cli cli = Cli.run(line.split(" "));

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).startsWith("spate: ").contains(message).hasLineCount(1);
    }

    @Test
    void run_help_isTheSameAsTheOption() {
        assertThat(Cli.run("help").out()).isEqualTo(Cli.run("--help").out()).contains("help");
        assertThat(Cli.run("help", "ls").out())
                .isEqualTo(Cli.run("ls", "--help").out())
                .contains("**");
        assertThat(Cli.run("help", "uploads", "abort").out())
                .isEqualTo(Cli.run("uploads", "abort", "--help").out())
                .contains("savepoint", "clock of this machine");
    }

    @Test
    void logLevels_unlessVerbose_keepTheFailuresOfFlinkOffStderr() throws Exception {
        Properties levels = new Properties();
        try (InputStream file = Spate.class.getResourceAsStream("/simplelogger.properties")) {
            levels.load(file);
        }

        assertThat(levels)
                .containsEntry("org.slf4j.simpleLogger.log.org.apache.flink", "off")
                .containsEntry("org.slf4j.simpleLogger.log.org.apache.pekko", "off");
    }

    @Test
    void run_withoutCommand_isWrongUsage() {
        Cli cli = Cli.run();

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).isEqualTo("spate: which command? See: spate --help\n");
    }

    @Test
    void run_misspelledOption_namesTheNearest() {
        assertThat(Cli.run("ls", "spate://b", "-o", "read.range-szie=8m").err()).contains("read.range-size");
    }

    @Test
    void run_secretOfTheWrongForm_isNotPrinted() {
        Cli cli = Cli.run("ls", "spate://b", "-o", "access-key=a", "-o", "secret-key=hidden", "-o", "memory=x");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("memory").doesNotContain("hidden");
    }

    @Test
    void run_errorInTheFile_namesTheFile(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("spate.properties");
        String[] line = {"ls", "spate://b", "--config", file.toString()};

        Files.writeString(file, "endpiont=http://127.0.0.1:1\n");
        assertThat(Cli.run(line).err()).startsWith("spate: in '" + file + "': unknown option 'endpiont'");
        Files.writeString(file, "region=\\u12\n");
        assertThat(Cli.run(line).err()).contains("'" + file + "': a \\u is not followed by four hexadecimal digits");
        Files.write(file, new byte[] {'a', '=', (byte) 0xff});
        assertThat(Cli.run(line).err()).contains("'" + file + "': it is no text in UTF-8");
    }

    @Test
    void run_errorOnTheLineBesidesAFile_doesNotBlameTheFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("spate.properties"), "region=x\n");

        assertThat(Cli.run("ls", "spate://b", "--config", file.toString(), "-o", "memory=1m")
                        .err())
                .startsWith("spate: option 'memory'");
    }

    @Test
    void run_optionInFileAndOnTheLine_lineWins(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("spate.properties"), "memory=wrong\n");

        assertThat(Cli.run("ls", "s3://no", "--config", file.toString()).err()).contains("'memory' = 'wrong'");
        assertThat(Cli.run("ls", "s3://no", "--config", file.toString(), "-o", "memory=64m")
                        .err())
                .contains("malformed URI 's3://no'");
    }
}
