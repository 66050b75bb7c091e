package io.spate.bulk;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class TemporaryDirectoryTest {
    @Test
    void close_filesInside_removesThemAll() throws Exception {
        TemporaryDirectory temporary = TemporaryDirectory.create("spate-test");
        Path inner = Files.createDirectories(temporary.path().resolve("a/b"));
        Files.writeString(inner.resolve("file"), "content");

        temporary.close();
        temporary.close();

        assertThat(temporary.path()).doesNotExist();
    }
}
