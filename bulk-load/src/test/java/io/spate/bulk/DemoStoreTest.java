package io.spate.bulk;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

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
    void start_littleData_hasNoDirectory() throws Exception {
        try (DemoStore store = DemoStore.start(1000)) {
            assertThat(store.directory()).isEmpty();
        }
    }
}
