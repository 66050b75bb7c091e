package io.spate.bulk;

import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class StoreCommandTest {
    @Test
    void store_started_answersUntilInterrupted() throws Exception {
        try (PipedReader lines = new PipedReader();
                PrintWriter out = new PrintWriter(new PipedWriter(lines))) {
            FutureTask<Integer> command = new FutureTask<>(() ->
                    Spate.run(out, new PrintWriter(new StringWriter()), "store", "--port", "0", "--bucket", "tried"));
            Thread thread = new Thread(command, "store");
            thread.start();

            String endpoint = endpoint(new BufferedReader(lines));
            Cli listed = Cli.run(
                    "ls",
                    "spate://tried/",
                    "-o",
                    "endpoint=" + endpoint,
                    "-o",
                    "access-key=spate",
                    "-o",
                    "secret-key=spate-store");
            thread.interrupt();

            assertThat(listed.err()).contains("nothing matches spate://tried/");
            assertThat(command.get(30, TimeUnit.SECONDS)).isZero();
        }
    }

    @Test
    void store_portInUse_failsAndNamesIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli cli = Cli.run("store", "--port", Integer.toString(taken.getLocalPort()));

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err())
                    .startsWith("spate: ")
                    .contains("127.0.0.1:" + taken.getLocalPort())
                    .contains("--port");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "x"})
    void store_portThatIsNone_isWrongUsage(String port) {
        Cli cli = Cli.run("store", "--port=" + port);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("--port");
    }

    @Test
    void store_bucketThatIsNone_failsAndNamesIt() {
        Cli cli = Cli.run("store", "--port", "0", "--bucket", "Not/One");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("Not/One");
    }

    private static String endpoint(BufferedReader lines) throws Exception {
        String line = "";
        while (!line.startsWith("store at ")) {
            line = lines.readLine();
        }
        return line.split(" ", -1)[2];
    }
}
