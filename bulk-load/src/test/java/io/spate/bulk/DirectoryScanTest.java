package io.spate.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DirectoryScanTest {
    @TempDir
    Path directory;

    @Test
    void of_directory_findsRegularFilesByTheirPaths() throws Exception {
        Files.createDirectories(directory.resolve("sub/empty"));
        Files.writeString(directory.resolve("a b%20+#?"), "abc");
        Files.writeString(directory.resolve(".hidden"), "");
        Files.writeString(directory.resolve("sub/c"), "x");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("sub/c"));
        Files.createSymbolicLink(directory.resolve("linked"), directory.resolve("sub"));

        List<DemoObject> objects = DirectoryScan.of(directory);

        assertThat(objects).extracting(DemoObject::key).containsExactlyInAnyOrder("a b%20+#?", ".hidden", "sub/c");
        assertThat(objects).extracting(DemoObject::length).containsExactlyInAnyOrder(3L, 0L, 1L);
    }

    @Test
    void of_pathTooLongForAKey_failsNamingTheFile() throws Exception {
        String part = "ü".repeat(100) + "/";
        Path longest = directory.resolve(part.repeat(5) + "x".repeat(1024 - 5 * 201));
        Files.createDirectories(longest.getParent());
        Files.writeString(longest, "");
        assertThat(DirectoryScan.of(directory)).hasSize(1);
        Path tooLong = Files.writeString(longest.resolveSibling("y".repeat(1025 - 5 * 201)), "");

        assertThatThrownBy(() -> DirectoryScan.of(directory))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot upload '"
                        + directory.toRealPath().resolve(directory.relativize(tooLong))
                        + "': its path from the directory is 1025 bytes");
    }

    @Test
    void of_linkToADirectory_followsIt(@TempDir Path elsewhere) throws Exception {
        Files.writeString(directory.resolve("a"), "content");
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), directory);

        DemoObject object = DirectoryScan.of(link).get(0);

        assertThat(object.key()).isEqualTo("a");
        try (InputStream content = object.content().open()) {
            assertThat(content.readAllBytes()).isEqualTo("content".getBytes(StandardCharsets.UTF_8));
        }
    }
}
