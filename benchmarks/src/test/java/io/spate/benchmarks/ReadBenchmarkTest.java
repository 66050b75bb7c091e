package io.spate.benchmarks;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

final class ReadBenchmarkTest {
    @Test
    void execute_fewerThanTwoRounds_isWrongUsage() {
        for (String rounds : new String[] {"1", "0", "-3"}) {
            StringWriter err = new StringWriter();

            int exitCode = new CommandLine(new ReadBenchmark())
                    .setErr(new PrintWriter(err))
                    .execute("spate://bucket/key", "-o", "endpoint=http://127.0.0.1:1", "--rounds=" + rounds);

            assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
            assertThat(err.toString()).startsWith("--rounds must be at least 2").contains(rounds);
        }
    }
}
