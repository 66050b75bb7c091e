package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathExistsException;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreException.Kind;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class LocalUploadTest {
    @TempDir
    private java.nio.file.Path folder;

    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of("operation.concurrency", "1"));
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    @Test
    void copy_treeWithANameThatCannotBeAKey_isRefusedBeforeAnythingIsWritten() throws IOException {
        String deep = ("x".repeat(250) + "/").repeat(4);
        local("tree/large", random(PART));
        local("tree/" + deep + "y".repeat(30), random(3));
        fixture.log();

        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(source("tree"), path("/copy")))
                .hasMessageContaining("1024");

        assertThat(fixture.requests.count(Operation.PUT)).isZero();
        assertThat(fixture.isThere("copy/large")).isFalse();
    }

    @Test
    void copy_tree_hasFilesAndEmptyDirectories() throws IOException {
        byte[] large = random(3 * PART + 1);
        local("tree/small", random(3));
        local("tree/sub/large", large);
        Files.createDirectories(folder.resolve("tree/empty"));

        fixture.fileSystem.copyFromLocalFile(source("tree"), path("/copy"));

        assertThat(fixture.bytes("copy/small")).isEqualTo(random(3));
        assertThat(fixture.bytes("copy/sub/large")).isEqualTo(large);
        assertThat(fixture.isThere("copy/empty/")).isTrue();
        assertThat(folder.resolve("tree/small")).exists();
    }

    @Test
    void copy_manyFiles_beginsWithTheLargest() throws IOException {
        local("tree/a", random(1));
        local("tree/b", random(30));
        local("tree/c", random(20));

        fixture.fileSystem.copyFromLocalFile(source("tree"), path("/copy"));

        assertThat(fixture.log().stream().filter(request -> request.startsWith("PUT")))
                .containsExactly("PUT copy/b", "PUT copy/c", "PUT copy/a");
    }

    @Test
    void copy_intoADirectory_goesBelowIt() throws IOException {
        local("file", random(3));
        FileSystemFixture.put(fixture.memory, "d/other", "1");

        fixture.fileSystem.copyFromLocalFile(source("file"), path("/d"));

        assertThat(fixture.bytes("d/file")).isEqualTo(random(3));
    }

    @Test
    void copy_overWhatMayNotBeOverwritten_isRefused() throws IOException {
        local("file", random(3));
        local("tree/x", random(4));
        FileSystemFixture.put(fixture.memory, "file", "1");
        FileSystemFixture.put(fixture.memory, "d/tree/y", "1");
        FileSystemFixture.put(fixture.memory, "d/file/y", "1");

        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(false, false, source("file"), path("/file")))
                .isInstanceOf(PathExistsException.class);
        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(false, false, source("tree"), path("/d")))
                .isInstanceOf(PathExistsException.class);
        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(source("tree"), path("/file")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(source("file"), path("/d")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(source("missing"), path("/d")))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(fixture.requests.count(Operation.PUT)).isZero();
    }

    @Test
    void copy_withOverwrite_mergesTrees() throws IOException {
        local("tree/x", random(4));
        FileSystemFixture.put(fixture.memory, "d/tree/x", "old");
        FileSystemFixture.put(fixture.memory, "d/tree/y", "1");

        fixture.fileSystem.copyFromLocalFile(false, true, source("tree"), path("/d"));

        assertThat(fixture.bytes("d/tree/x")).isEqualTo(random(4));
        assertThat(fixture.isThere("d/tree/y")).isTrue();
    }

    @Test
    void move_deletesTheSource() throws IOException {
        local("tree/x", random(4));

        fixture.fileSystem.moveFromLocalFile(source("tree"), path("/copy"));

        assertThat(fixture.isThere("copy/x")).isTrue();
        assertThat(folder.resolve("tree")).doesNotExist();
    }

    @Test
    void copy_whereAPartFails_leavesNoUploadAndKeepsTheSource() throws IOException {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART);
        try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
            local("tree/large", random(3 * PART));

            assertThatThrownBy(() -> faulty.fileSystem.moveFromLocalFile(source("tree"), path("/copy")))
                    .isInstanceOf(IOException.class);

            assertThat(faulty.memory.openUploads()).isEmpty();
            assertThat(folder.resolve("tree/large")).exists();
        }
    }

    @Test
    void copy_manySourcesToNoDirectory_isRefused() throws IOException {
        local("a", random(1));
        local("b", random(2));
        FileSystemFixture.put(fixture.memory, "file", "1");
        FileSystemFixture.put(fixture.memory, "d/other", "1");
        Path[] sources = {source("a"), source("b")};

        assertThatThrownBy(() -> fixture.fileSystem.copyFromLocalFile(false, true, sources, path("/file")))
                .isInstanceOf(PathIsNotDirectoryException.class);
        fixture.fileSystem.copyFromLocalFile(false, true, sources, path("/d"));

        assertThat(fixture.keysOf("d/a", "d/b")).hasSize(2);
    }

    private void local(String name, byte[] bytes) throws IOException {
        java.nio.file.Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private Path source(String name) {
        return new Path(folder.resolve(name).toUri());
    }
}
