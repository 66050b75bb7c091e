package io.spate.bulk;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
final class DemoWriteCommandTest {
    @ParameterizedTest
    @CsvSource({"none, 2", "gzip, 1", "zstd, 3"})
    void demoWrite_taskManagerKilled_findsEveryEventOnce(String compression, String parallelism) {
        Cli cli = Cli.run(
                "demo-write",
                "--events",
                "4000",
                "--compression",
                compression,
                "--parallelism",
                parallelism,
                "--json",
                "-o",
                "write.concurrency=2");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.lastLine())
                .startsWith("{\"events\":4000,\"found\":4000,\"duplicates\":0,\"missing\":0,\"wrong\":0,\"objects\":")
                .containsPattern("\"restarts\":[1-9]\\d*,\"restoredCheckpoint\":[1-9]\\d*,\"openUploads\":\\d+,");
        assertThat(cli.err()).contains("killed a TaskManager");
    }

    @ParameterizedTest
    @CsvSource({"--events, 999", "--parallelism, 0", "--parallelism, 65"})
    void demoWrite_numberOutOfRange_isWrongUsage(String option, String value) {
        Cli cli = Cli.run("demo-write", option, value);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains(option).hasLineCount(1);
    }

    @Test
    void demoWrite_optionThatLeadsToAnotherStore_isWrongUsage() {
        Cli cli = Cli.run("demo-write", "-o", "endpoint=http://127.0.0.1:1");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("'endpoint'");
    }
}
