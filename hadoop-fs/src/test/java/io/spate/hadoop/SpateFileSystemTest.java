package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class SpateFileSystemTest {
    private final MemoryStore store = FileSystemFixture.newStore();
    private SpateFileSystem fileSystem;

    @BeforeEach
    void open() throws IOException {
        fileSystem = FileSystemFixture.open(store);
    }

    @AfterEach
    void close() throws IOException {
        fileSystem.close();
    }

    @Test
    void initialize_wrongValueOfAnOption_opensNoEngine() {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.spate.read.policy", "backwards");
        AtomicBoolean opened = new AtomicBoolean();
        SpateFileSystem wrong = new SpateFileSystem(options -> {
            opened.set(true);
            return Engine.over(store, options);
        });

        assertThatThrownBy(() -> wrong.initialize(URI.create("spate://bucket/"), configuration))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.spate.read.policy");

        assertThat(opened).isFalse();
    }

    @Test
    void close_neverInitialized_doesNothing() {
        SpateFileSystem never = new SpateFileSystem();

        assertThatCode(never::close).doesNotThrowAnyException();
    }

    @Test
    void mkdirs_slashAtTheEndOfAUri_isTheDirectory() throws Exception {
        fileSystem.mkdirs(new Path(URI.create("/dir/")));

        assertThat(fileSystem.getFileStatus(new Path(URI.create("/dir//"))).getPath())
                .isEqualTo(fileSystem.getFileStatus(new Path("/dir")).getPath());
    }

    @Test
    void initialize_credentialsInTheUri_refusesWithoutTellingThem() {
        assertThatThrownBy(() -> new SpateFileSystem()
                        .initialize(URI.create("spate://user:hidden@bucket/"), new Configuration(false)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.spate.secret-key")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void open_fileThatWasWritten_readsWhatWasWritten() throws IOException {
        FileSystemFixture.write(fileSystem, "/a/b", "hello");

        assertThat(FileSystemFixture.text(store, "a/b")).isEqualTo("hello");
        try (FSDataInputStream in = fileSystem.open(new Path("/a/b"))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("hello");
        }
    }

    @Test
    void listStatus_directoryOfKeys_namesFilesAndDirectories() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        FileSystemFixture.put(store, "d/sub/file", "2");
        FileSystemFixture.put(store, "d/", "");

        assertThat(Arrays.stream(fileSystem.listStatus(new Path("/d")))
                        .map(status -> (status.isDirectory() ? "d " : "- ") + status.getPath()))
                .containsExactly("- spate://bucket/d/file", "d spate://bucket/d/sub");
        assertThat(fileSystem.getFileStatus(new Path("/d/sub")).isDirectory()).isTrue();
    }

    @Test
    void delete_onlyFileOfDirectory_keepsTheDirectory() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");

        assertThat(fileSystem.delete(new Path("/d/file"), false)).isTrue();

        assertThat(fileSystem.getFileStatus(new Path("/d")).isDirectory()).isTrue();
        assertThatThrownBy(() -> fileSystem.getFileStatus(new Path("/d/file")))
                .isInstanceOf(FileNotFoundException.class);
    }
}
