package io.spate.bulk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class DemoUploadTest {
    @Test
    void run_fileThatVanished_failsNamingIt(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("gone"), "content");
        List<DemoObject> objects = DirectoryScan.of(directory);
        Files.delete(file);

        assertThatThrownBy(() -> upload(objects))
                .isInstanceOf(IOException.class)
                .satisfies(failure -> assertThat(Failure.describe(failure))
                        .isEqualTo("no such file: " + directory.toRealPath().resolve("gone")));
    }

    @Test
    void run_fileThatBecameShorter_failsNamingIt() {
        List<DemoObject> objects = List.of(new DemoObject("short", 10, () -> new ByteArrayInputStream(new byte[3])));

        assertThatThrownBy(() -> upload(objects)).hasMessageContaining("'short'");
    }

    @Test
    void run_fileThatGrew_takesWhatItHadAtFirst() throws Exception {
        List<DemoObject> objects = List.of(new DemoObject("log", 3, () -> new ByteArrayInputStream(new byte[10])));

        assertThat(upload(objects).moved().bytes()).isEqualTo(3);
    }

    private static DemoUpload upload(List<DemoObject> objects) throws Exception {
        try (DemoStore store = DemoStore.start(0)) {
            DemoUpload upload = new DemoUpload(store, objects);
            upload.run(2, () -> {});
            return upload;
        }
    }
}
