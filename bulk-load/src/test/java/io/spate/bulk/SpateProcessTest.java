package io.spate.bulk;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What only a process of its own shows: its log, its heap, and the files it leaves behind. */
@Timeout(300)
final class SpateProcessTest {
    private static final int LIMIT_SECONDS = 240;

    @TempDir
    Path directory;

    private Path data;
    private Path temporary;

    @BeforeEach
    void makeDirectories() throws Exception {
        data = Files.createDirectory(directory.resolve("data"));
        temporary = Files.createDirectory(directory.resolve("temporary"));
    }

    @Test
    void demo_done_leavesNoFilesBehind() throws Exception {
        Files.writeString(data.resolve("a"), "1\n");

        Cli cli = demo("-Xmx512m");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lastLine()).startsWith("{\"objects\":1,");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void demo_lineLargerThanTheHeap_failsInOneLineAndLeavesNoFilesBehind() throws Exception {
        try (RandomAccessFile line = new RandomAccessFile(data.resolve("line").toFile(), "rw")) {
            line.setLength(150 << 20);
        }

        Cli cli = demo("-Xmx128m");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err().lines())
                .satisfiesExactly(
                        upload -> assertThat(upload).startsWith("uploading: 1 object"), failure -> assertThat(failure)
                                .startsWith("spate: out of memory (")
                                .contains("SPATE_JAVA_OPTS"));
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void demoWrite_done_leavesNoFilesBehind() throws Exception {
        Cli cli = spate("-Xmx512m", "demo-write", "--events", "2000", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.lastLine()).startsWith("{\"events\":2000,\"found\":2000,\"duplicates\":0,");
        assertThat(cli.err().lines())
                .satisfiesExactly(
                        writing -> assertThat(writing).startsWith("writing: 2000 events"),
                        kill -> assertThat(kill).startsWith("killed a TaskManager"),
                        reading -> assertThat(reading).startsWith("reading: "));
        assertThat(temporary).isEmptyDirectory();
    }

    private Cli demo(String heap) throws Exception {
        return spate(heap, "demo", data.toString(), "--json", "--parallelism", "1");
    }

    private Cli spate(String heap, String... arguments) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String name : List.of("lang", "util", "time")) {
            command.add("--add-opens=java.base/java." + name + "=ALL-UNNAMED");
        }
        command.addAll(List.of(heap, "-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path")));
        command.add(Spate.class.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
