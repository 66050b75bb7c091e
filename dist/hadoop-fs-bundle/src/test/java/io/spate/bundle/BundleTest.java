package io.spate.bundle;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.embedded.EmbeddedStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(180)
final class BundleTest {
    private static final Path BUNDLE = Path.of(System.getProperty("spate.bundle"));
    private static final int LIMIT_SECONDS = 120;
    /** What a program that uses Hadoop has. */
    private static final List<String> OF_HADOOP =
            List.of("hadoop-client-api", "hadoop-client-runtime", "slf4j-api", "commons-logging");

    @TempDir
    Path directory;

    @Test
    void entries_ofTheBundle_areBelowItsOwnName() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> !name.endsWith("/")))
                    .allMatch(name -> name.startsWith("io/spate/") || name.startsWith("META-INF/"))
                    .noneMatch(name -> name.startsWith("META-INF/versions/") || name.endsWith("module-info.class"))
                    .contains("META-INF/LICENSE", "META-INF/LICENSE.txt", "META-INF/NOTICE")
                    .contains("io/spate/hadoop/SpateFileSystem.class");
        }
    }

    @Test
    void services_ofTheBundle_nameClassesThatItHas() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            List<String> services = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.matches("META-INF/services/.+"))
                    .toList();
            assertThat(services)
                    .contains(
                            "META-INF/services/org.apache.hadoop.fs.FileSystem",
                            "META-INF/services/io.spate.shaded.software.amazon.awssdk.http.SdkHttpService");
            for (String service : services) {
                assertThat(providers(jar, service)).as(service).isNotEmpty().allSatisfy(provider -> assertThat(
                                jar.getEntry(provider.replace('.', '/') + ".class"))
                        .as(provider)
                        .isNotNull());
            }
        }
    }

    @Test
    void program_withHadoopAndTheBundleAlone_writesAndReads() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket("bundle");

            String printed = run(store);

            assertThat(printed).isEqualTo("0\n");
        }
    }

    private static List<String> providers(JarFile jar, String service) throws Exception {
        String text = new String(jar.getInputStream(jar.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    /** The exit code, and what was printed of warnings and errors. */
    private String run(EmbeddedStore store) throws Exception {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath()));
        command.addAll(List.of(RoundTrip.class.getName(), "spate://bundle/dir"));
        command.add("fs.AbstractFileSystem.spate.impl=io.spate.hadoop.SpateFs");
        store.options().forEach((key, value) -> command.add("fs.spate." + key + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String failures = Files.readString(output)
                .lines()
                .filter(line -> !line.startsWith("SLF4J"))
                .collect(Collectors.joining("\n"));
        return process.exitValue() + "\n" + failures;
    }

    private static String classPath() {
        Stream<String> hadoop = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each ->
                        OF_HADOOP.stream().anyMatch(Path.of(each).getFileName().toString()::startsWith));
        return Stream.concat(
                        Stream.of(
                                BUNDLE.toString(),
                                Path.of("target", "test-classes").toString()),
                        hadoop)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
