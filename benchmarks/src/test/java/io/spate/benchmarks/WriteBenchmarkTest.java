package io.spate.benchmarks;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

final class WriteBenchmarkTest {
    @ParameterizedTest
    @ValueSource(strings = {"--rounds=1", "--rounds=0", "--bytes=0"})
    void execute_tooLittle_isWrongUsage(String option) {
        StringWriter err = new StringWriter();

        int exitCode = new CommandLine(new WriteBenchmark())
                .setErr(new PrintWriter(err))
                .execute("spate://bucket/key", "-o", "endpoint=http://127.0.0.1:1", option);

        assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).startsWith("--rounds must be at least 2");
    }
}
