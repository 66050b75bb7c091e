package io.spate.bulk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class OutputTest {
    @Test
    void flush_working_writesUtf8() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintWriter output = Output.to(bytes);

        output.print("größe");
        Output.flush(output);

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("größe");
    }

    @Test
    void run_outputWithoutSpace_failsSayingSo() {
        StringWriter err = new StringWriter();

        int exitCode = help("No space left on device", err);

        assertThat(exitCode).isEqualTo(1);
        assertThat(err).hasToString("spate: cannot write the output: No space left on device\n");
    }

    @Test
    void run_outputThatNobodyReadsOn_isNoError() {
        StringWriter err = new StringWriter();

        int exitCode = help("Broken pipe", err);

        assertThat(exitCode).isZero();
        assertThat(err.toString()).isEmpty();
    }

    private static int help(String reason, StringWriter err) {
        return Spate.run(Output.to(new Broken(reason)), new PrintWriter(err), "--help");
    }

    private static final class Broken extends OutputStream {
        private final String reason;

        Broken(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int value) throws IOException {
            throw new IOException(reason);
        }
    }
}
