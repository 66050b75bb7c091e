package io.spate.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ArchitectureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void violations_ofAllModules_areNone() throws Exception {
        List<JavaFile> files = JavaFile.below(ROOT);

        assertThat(files)
                .extracting(JavaFile::module)
                .contains("engine", "embedded-store", "bulk-load", "integration-tests");
        assertThat(Architecture.violations(files)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "engine, io.spate.engine, org.apache.flink.api.common.JobID",
        "engine, io.spate.engine, org.apache.hadoop.fs.Path",
        "engine, io.spate.engine, io.spate.source.SpateSource",
        "engine, io.spate.engine, software.amazon.awssdk.services.s3.S3Client",
        "connector-source, io.spate.source, software.amazon.awssdk.services.s3.S3Client",
        "connector-source, io.spate.source, io.spate.engine.s3.S3Store",
        "connector-source, io.spate.source, io.spate.embedded.EmbeddedStore",
        "connector-source, io.spate.source, io.spate.sink.SpateSink",
        "connector-sink, io.spate.sink, io.spate.source.SpateSource",
        "hadoop-fs, io.spate.hadoop, org.apache.flink.core.fs.Path",
        "bulk-load, io.spate.bulk, com.google.common.collect.ImmutableList",
        "bulk-load, io.spate.bulk, sun.misc.Unsafe",
    })
    void violations_bannedImport_isFound(String module, String packageName, String banned) {
        JavaFile file = source(module, packageName, "import " + banned + ";\nfinal class A {}\n");

        assertThat(Architecture.violations(List.of(file)))
                .containsExactly(module + "/main/" + packageName + ".A must not use " + banned);
    }

    @ParameterizedTest
    @CsvSource({"import static org.mockito.Mockito.*;", "import com.google.common.collect.*;", "org.mockito.Mockito m;"
    })
    void violations_bannedInTests_isFound(String line) {
        JavaFile file = JavaFile.of("engine", true, "ATest", "package io.spate.engine;\n" + line + "\n");

        assertThat(Architecture.violations(List.of(file))).hasSize(1);
    }

    @Test
    void violations_fullNameInCode_isFound() {
        JavaFile file = source("engine", "io.spate.engine", "final class A { org.apache.flink.api.X x; }");

        assertThat(Architecture.violations(List.of(file))).hasSize(1);
    }

    @Test
    void violations_namedInCommentOrString_isAllowed() {
        JavaFile file = source(
                "engine",
                "io.spate.engine",
                "/** Unlike org.apache.flink.api.X. */\n// sun.misc.Unsafe\nclass A { String s = \"org.mockito.Mockito\"; }");

        assertThat(Architecture.violations(List.of(file))).isEmpty();
    }

    @Test
    void violations_sdkInItsPackage_isAllowed() {
        JavaFile file = source("engine", "io.spate.engine.s3", "import software.amazon.awssdk.services.s3.S3Client;\n");

        assertThat(Architecture.violations(List.of(file))).isEmpty();
    }

    @Test
    void violations_longFile_isFound() {
        JavaFile longest = source("engine", "io.spate.engine", "\n".repeat(399));
        JavaFile tooLong = source("engine", "io.spate.engine", "\n".repeat(400));

        assertThat(Architecture.violations(List.of(longest))).isEmpty();
        assertThat(Architecture.violations(List.of(tooLong))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"StoreImpl", "RangeHelper", "StringUtil", "StringUtils", "PoolManager", "Common"})
    void violations_nameThatSaysNothing_isFound(String name) {
        JavaFile file = JavaFile.of("engine", false, name, "package io.spate.engine;\n");

        assertThat(Architecture.violations(List.of(file))).hasSize(1);
    }

    @Test
    void violations_packageOfAnotherModuleOrNone_isFound() {
        assertThat(Architecture.violations(List.of(source("engine", "io.spate.engine.read", ""))))
                .hasSize(1);
        assertThat(Architecture.violations(List.of(JavaFile.of("engine", false, "A", "class A {}"))))
                .hasSize(1);
        assertThat(Architecture.violations(List.of(source("unknown", "io.spate.unknown", ""))))
                .hasSize(1);
    }

    @Test
    void below_directory_readsTheSourcesOfModules(@TempDir Path root) throws Exception {
        Path directory = Files.createDirectories(root.resolve("engine/src/main/java/io/spate/engine"));
        Files.writeString(
                directory.resolve("A.java"), "package io.spate.engine;\nimport org.apache.flink.api.common.JobID;\n");
        Files.createDirectories(root.resolve("engine/target/src/main"));
        Files.writeString(root.resolve("engine/target/src/main/B.java"), "package other;\n");

        assertThat(Architecture.violations(JavaFile.below(root)))
                .containsExactly("engine/main/io.spate.engine.A must not use org.apache.flink.api.common.JobID");
    }

    private static JavaFile source(String module, String packageName, String code) {
        return JavaFile.of(module, false, "A", "package " + packageName + ";\n" + code);
    }
}
