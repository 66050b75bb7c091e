package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of a held file when something happens to a directory above it. */
@Timeout(60)
final class HeldBelowDirectoriesTest {
    private static final Path DIRECTORY = path("/d");
    private static final Path TEMPORARY = path("/d/sub/file._COPYING_");
    private static final Path TARGET = path("/d/sub/file");

    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of());
        FileSystemFixture.put(fixture.memory, "d/", "");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void delete_recursive_abortsWhatIsHeldBelow() throws IOException {
        fixture.write(TEMPORARY.toString(), random(2 * PART));
        fixture.write("/e/file._COPYING_", random(10));

        assertThat(fixture.fileSystem.delete(DIRECTORY, true)).isTrue();

        assertThat(fixture.memory.openUploads()).isEmpty();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isFalse();
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isFalse();
        assertThat(fixture.isThere("d/sub/file")).isFalse();
        assertThat(fixture.fileSystem.exists(path("/e/file._COPYING_"))).isTrue();
    }

    @Test
    void delete_notRecursive_isRefused() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));

        assertThatThrownBy(() -> fixture.fileSystem.delete(DIRECTORY, false))
                .isInstanceOf(PathIsNotEmptyDirectoryException.class);

        assertThat(fixture.isThere("d/")).isTrue();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isTrue();
    }

    @Test
    void rename_ofADirectoryAbove_isRefusedAndChangesNothing() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));

        assertThatThrownBy(() -> fixture.fileSystem.rename(DIRECTORY, path("/other")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/d/sub/file._COPYING_")
                .hasMessageContaining("fs.spate.rename-on-upload");

        assertThat(fixture.keysOf("d/", "other/")).containsExactly("d/");
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();
        assertThat(fixture.fileSystem.rename(DIRECTORY, path("/other"))).isTrue();
        assertThat(fixture.bytes("other/sub/file")).hasSize(10);
    }

    @Test
    void bulkDelete_ofTheTemporaryName_abortsIt() throws IOException {
        fixture.write(TEMPORARY.toString(), random(2 * PART));
        Path qualified = fixture.fileSystem.makeQualified(TEMPORARY);

        try (BulkDelete delete = fixture.fileSystem.createBulkDelete(DIRECTORY)) {
            assertThat(delete.bulkDelete(List.of(qualified))).isEmpty();
        }

        assertThat(fixture.memory.openUploads()).isEmpty();
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isFalse();
    }
}
