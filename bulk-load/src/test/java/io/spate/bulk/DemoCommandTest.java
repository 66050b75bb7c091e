package io.spate.bulk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
final class DemoCommandTest {
    private static final String LONG_LINE = "x".repeat(300_000);

    @TempDir
    Path directory;

    @Test
    void demo_directoryOfAwkwardFiles_countsThemExactly() throws Exception {
        writeAwkwardFiles();
        byte[] binary = new byte[9 << 20];
        new Random(1).nextBytes(binary);
        write("binary", binary);

        Cli cli = Cli.run("demo", directory.toString(), "--json", "--parallelism", "3", "-o", "read.range-size=1m");

        assertThat(cli.err()).startsWith("uploading: 12 objects").hasLineCount(2);
        assertThat(cli.exitCode()).isZero();
        assertThat(number(cli, "objects")).isEqualTo(12);
        assertThat(number(cli, "bytes")).isEqualTo(Expected.bytes(directory));
        assertThat(number(cli, "lines")).isEqualTo(Expected.lines(directory));
        assertThat(number(cli, "peakTransferMemoryBytes")).isPositive();
        assertThat(cli.lastLine())
                .containsPattern(
                        "\"seconds\":\\d+\\.\\d+,\"requests\":\\{\"get\":\\d+,\"head\":0,\"list\":1},\"retries\":0");
    }

    @Test
    void demo_nameThatTheStoreKeepsForItself_failsBeforeTheUploadNamingTheFile() throws Exception {
        write("a", "1\n");
        write(".mpus-x/file", "1\n");

        Cli cli = Cli.run("demo", directory.toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err())
                .startsWith("spate: cannot upload '" + directory.toRealPath().resolve(".mpus-x/file") + "'")
                .hasLineCount(1);
    }

    @Test
    void demo_emptyDirectory_countsNothing() {
        Cli cli = Cli.run("demo", directory.toString(), "--json");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lastLine()).startsWith("{\"objects\":0,\"bytes\":0,\"lines\":0,");
    }

    @Test
    void demo_generated_printsASummary() {
        Cli cli = Cli.run("demo", "--large", "1m", "--small", "3");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out())
                .containsPattern("(?m)^objects +4$")
                .containsPattern("(?m)^requests +\\d+ GET, 0 HEAD, 1 LIST$")
                .containsPattern("(?m)^retries +0$")
                .containsPattern("(?m)^peak memory +\\d");
    }

    @Test
    void demo_oneObject_isNoPlural() throws Exception {
        write("a", "1\n");

        Cli cli = Cli.run("demo", directory.toString(), "--json");

        assertThat(cli.err().lines())
                .satisfiesExactly(
                        upload -> assertThat(upload).startsWith("uploading: 1 object, 2 B, "),
                        read -> assertThat(read).startsWith("reading: 1 object, 2 B, "));
    }

    @Test
    void demo_reading_takesTheSecondsOfTheSummary() {
        Cli cli = Cli.run("demo", "--large", "0", "--small", "2");

        Matcher summary = Pattern.compile("(?m)^seconds +([0-9.]+)$").matcher(cli.out());
        assertThat(summary.find()).isTrue();
        assertThat(cli.err()).contains("reading: 2 objects, ").endsWith(", " + summary.group(1) + " s\n");
    }

    private void writeAwkwardFiles() throws IOException {
        write("empty", new byte[0]);
        write("newline", "\n");
        write("crlf", "one\r\ntwo\r\n");
        write("carriage returns", "one\rtwo\r");
        write("no newline at the end", "one\ntwo");
        write(".hidden/.file", "hidden\n");
        write("deep/er/größe %20+#?&=[]{}*", "größe\n\uD83D\uDE00");
        write("percent%", "1\n");
        write("latin", new byte[] {(byte) 0xe4, '\n', (byte) 0xff, 0});
        write("long lines", LONG_LINE + "\n" + LONG_LINE);
        write("tab\tand\nnewline", "1\n2\n3");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("crlf"));
    }

    private void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    private static long number(Cli cli, String key) {
        Matcher matcher = Pattern.compile("\"" + key + "\":(\\d+)").matcher(cli.lastLine());
        assertThat(matcher.find()).as("%s in %s", key, cli.lastLine()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Counts files in the plainest way there is. */
    private static final class Expected {
        static long bytes(Path directory) throws IOException {
            long bytes = 0;
            for (Path file : files(directory)) {
                bytes += Files.size(file);
            }
            return bytes;
        }

        static long lines(Path directory) throws IOException {
            long lines = 0;
            for (Path file : files(directory)) {
                byte last = '\n';
                for (byte each : Files.readAllBytes(file)) {
                    lines += each == '\n' ? 1 : 0;
                    last = each;
                }
                lines += last == '\n' ? 0 : 1;
            }
            return lines;
        }

        private static List<Path> files(Path directory) throws IOException {
            try (Stream<Path> all = Files.walk(directory)) {
                return all.filter(file -> Files.isRegularFile(file, java.nio.file.LinkOption.NOFOLLOW_LINKS))
                        .toList();
            }
        }
    }
}
