package io.spate.bulk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class DemoStoreTest {
    @Test
    void close_dataOnDisk_removesTheDirectory() throws Exception {
        DemoStore store = DemoStore.start(Long.MAX_VALUE);
        store.put("dir/key", new ByteArrayInputStream(new byte[3]), 3);
        Path directory = store.directory().orElseThrow();
        assertThat(directory.resolve("demo/dir/key")).hasSize(3);

        store.close();

        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void in_pathThatCannotBeADirectory_failsAndLeavesNothingBehind(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> DemoStore.in(file)).isInstanceOf(IOException.class);
        assertThat(Files.exists(file)).isFalse();
    }

    @Test
    void start_littleData_hasNoDirectory() throws Exception {
        try (DemoStore store = DemoStore.start(1000)) {
            assertThat(store.directory()).isEmpty();
        }
    }
}
