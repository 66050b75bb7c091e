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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.embedded.EmbeddedStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
final class BundleTest {
    private static final Path BUNDLE = Path.of(System.getProperty("spate.bundle"));
    private static final int LIMIT_SECONDS = 240;
    private static final String FACTORIES = "META-INF/services/org.apache.flink.table.factories.Factory";
    /** What is not below a name of ours: native code of Zstandard, which finds its classes and files by their names. */
    private static final String ZSTANDARD = "(com/github/luben/zstd|aix|darwin|freebsd|linux|win)/.*";
    /** What the embedded store of the test needs, and a Flink has not. */
    private static final String OF_TEST =
            ".*/(io/spate|org/gaul|org/eclipse|com/github/luben|software/amazon|org/junit|com/google)/.*"
                    + "|.*/(engine|codecs|tables|connector-source|connector-sink|embedded-store)/target/.*";

    @TempDir
    Path directory;

    @Test
    void entries_ofTheBundle_areBelowItsOwnName() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> !name.endsWith("/")))
                    .allMatch(name ->
                            name.startsWith("io/spate/") || name.startsWith("META-INF/") || name.matches(ZSTANDARD))
                    .noneMatch(name -> name.startsWith("META-INF/versions/") || name.endsWith("module-info.class"))
                    .contains("META-INF/LICENSE", "META-INF/LICENSE.txt", "META-INF/NOTICE")
                    .contains("META-INF/licenses/LICENSE.zstd-jni", "META-INF/licenses/LICENSE.zstd")
                    .contains("io/spate/source/SpateTableSource.class", "io/spate/sink/SpateTableSink.class");
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
                            FACTORIES, "META-INF/services/io.spate.shaded.software.amazon.awssdk.http.SdkHttpService");
            assertThat(providers(jar, FACTORIES))
                    .containsExactlyInAnyOrder(
                            "io.spate.source.SpateTableSourceFactory", "io.spate.sink.SpateTableSinkFactory");
            for (String service : services) {
                assertThat(providers(jar, service)).as(service).isNotEmpty().allSatisfy(provider -> assertThat(
                                jar.getEntry(provider.replace('.', '/') + ".class"))
                        .as(provider)
                        .isNotNull());
            }
        }
    }

    /** As in lib/ of a Flink, and as ADD JAR takes it. */
    @ParameterizedTest
    @CsvSource({"lib, parent-first", "jar, child-first", "jar, parent-first"})
    void program_withFlinkAndTheBundleAlone_writesAndReads(String place, String order) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket("bundle");
            boolean inLib = place.equals("lib");

            String printed = run(store, inLib, order);

            assertThat(printed).isEqualTo("0\n[+I[1, one], +I[2, two], +I[3, three]]");
        }
    }

    private static List<String> providers(JarFile jar, String service) throws Exception {
        String text = new String(jar.getInputStream(jar.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    /** The exit code, and what was printed. */
    private String run(EmbeddedStore store, boolean inLib, String order) throws Exception {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                classPath(inLib),
                TableProgram.class.getName(),
                inLib ? "-" : BUNDLE.toString(),
                order,
                "spate://bundle/"));
        store.options().forEach((key, value) -> command.add(key + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(output)
                .lines()
                .filter(line -> !line.startsWith("SLF4J"))
                .collect(Collectors.joining("\n"));
        return process.exitValue() + "\n" + printed;
    }

    private static String classPath(boolean inLib) {
        Stream<String> flink = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.matches(OF_TEST) && !each.endsWith("/target/classes"));
        Stream<String> bundle = inLib ? Stream.of(BUNDLE.toString()) : Stream.empty();
        return Stream.concat(bundle, flink).collect(Collectors.joining(File.pathSeparator));
    }
}
