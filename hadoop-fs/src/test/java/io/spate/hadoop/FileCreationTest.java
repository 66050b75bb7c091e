package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.StoreException;
import io.spate.engine.StoredHeader;

import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static io.spate.hadoop.WritingFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class FileCreationTest {
    private static final String IF_ABSENT = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
    private static final String IF_ETAG = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG;

    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of());
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    @Test
    void create_inADirectoryWithFiles_takesTwoListingsAndOnePut() throws IOException {
        FileSystemFixture.put(fixture.memory, "d/other", "1");

        fixture.write("/d/file", random(10));

        assertThat(fixture.log()).containsExactly("LIST d/file/", "LIST d/", "PUT d/file");
    }

    @Test
    void create_whereThereIsNoDirectoryYet_asksUpwards() throws IOException {
        FileSystemFixture.put(fixture.memory, "a/other", "1");

        fixture.write("/a/b/file", random(10));

        assertThat(fixture.log()).containsExactly("LIST a/b/file/", "LIST a/b/", "HEAD a/b", "LIST a/", "PUT a/b/file");
    }

    @Test
    void create_withoutOverwrite_asksForTheFileToo() throws IOException {
        fixture.fileSystem.create(path("/file"), false).close();

        assertThat(fixture.log()).containsExactly("LIST file/", "HEAD file", "PUT file");
        assertThatThrownBy(() -> fixture.fileSystem.create(path("/file"), false))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void create_ontoADirectory_isRefused() {
        FileSystemFixture.put(fixture.memory, "d/file", "1");

        assertThatThrownBy(() -> fixture.fileSystem.create(path("/d"))).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> fixture.fileSystem.create(path("/"))).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void create_belowAFile_isRefused() {
        FileSystemFixture.put(fixture.memory, "f", "1");

        assertThatThrownBy(() -> fixture.fileSystem.create(path("/f/a/b")))
                .isInstanceOf(ParentNotDirectoryException.class)
                .hasMessageContaining("/f");
        assertThat(fixture.isThere("f/a/b")).isFalse();
    }

    @Test
    @SuppressWarnings("deprecation") // what is tested
    void createNonRecursive_withoutADirectory_isRefused() throws IOException {
        FileSystemFixture.put(fixture.memory, "f", "1");
        FileSystemFixture.put(fixture.memory, "d/other", "1");

        assertThatThrownBy(() -> fixture.fileSystem.createNonRecursive(path("/no/file"), true, 0, (short) 1, 0, null))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fixture.fileSystem.createNonRecursive(path("/f/file"), true, 0, (short) 1, 0, null))
                .isInstanceOf(ParentNotDirectoryException.class);
        fixture.fileSystem
                .createNonRecursive(path("/d/file"), true, 0, (short) 1, 0, null)
                .close();
        assertThat(fixture.isThere("d/file")).isTrue();
    }

    @Test
    void create_withoutOverwriteOfWhatAppearsMeanwhile_failsAtCloseAndKeepsIt() throws IOException {
        try (WritingFixture aws = new WritingFixture(Map.of("profile", "aws", "write.part-size", "5m"))) {
            FSDataOutputStream out = aws.fileSystem.create(path("/file"), false);
            out.write(random(10));
            FileSystemFixture.put(aws.memory, "file", "other");

            assertThatThrownBy(out::close).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(FileSystemFixture.text(aws.memory, "file")).isEqualTo("other");
            out.close();
        }
    }

    @Test
    void createFile_ifAbsentOfAFileThatIsThere_failsAtClose() throws IOException {
        try (WritingFixture aws = new WritingFixture(Map.of("profile", "aws"))) {
            FileSystemFixture.put(aws.memory, "file", "other");
            FSDataOutputStream out = aws.fileSystem
                    .createFile(path("/file"))
                    .recursive()
                    .must(IF_ABSENT, true)
                    .build();

            assertThatThrownBy(out::close).isInstanceOf(FileAlreadyExistsException.class);
        }
    }

    @Test
    void createFile_ifEtag_replacesThatVersionOnly() throws IOException {
        try (WritingFixture aws = new WritingFixture(Map.of("profile", "aws"))) {
            String first = FileSystemFixture.put(aws.memory, "file", "1").etag();

            writeIfEtag(aws, first, "2");

            assertThat(FileSystemFixture.text(aws.memory, "file")).isEqualTo("2");
            assertThatThrownBy(() -> writeIfEtag(aws, first, "3"))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CHANGED));
            assertThat(FileSystemFixture.text(aws.memory, "file")).isEqualTo("2");
        }
    }

    @Test
    void createFile_onAConditionThatTheStoreDoesNotKeep_isRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> fixture.fileSystem
                        .createFile(path("/file"))
                        .must(IF_ABSENT, true)
                        .build())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("fs.spate.profile");
        assertThat(fixture.log()).isEmpty();
    }

    @Test
    void createFile_withHeaders_keepsThemWithTheObject() throws IOException {
        fixture.fileSystem
                .createFile(path("/file"))
                .recursive()
                .opt(CreateFileOptionKeys.FS_OPTION_CREATE_CONTENT_TYPE, "text/csv")
                .must("fs.spate.create.header.Content-Encoding", "gzip")
                .opt("fs.spate.create.header.x-amz-meta-Origin", "here")
                .opt("fs.spate.create.header.team", "blue")
                .opt("fs.other.option", "ignored")
                .build()
                .close();

        ObjectAttributes kept = fixture.memory.details(uri("file")).attributes();
        assertThat(kept.headers())
                .containsEntry(StoredHeader.CONTENT_TYPE, "text/csv")
                .containsEntry(StoredHeader.CONTENT_ENCODING, "gzip");
        assertThat(kept.metadata()).containsEntry("origin", "here").containsEntry("team", "blue");
    }

    @Test
    void createFile_withWhatCannotBeDone_isRefused() {
        assertThatThrownBy(() -> fixture.fileSystem
                        .createFile(path("/file"))
                        .must("fs.other.option", "1")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fs.other.option");
        assertThatThrownBy(() -> fixture.fileSystem
                        .createFile(path("/file"))
                        .opt("fs.spate.create.header.team", "gr\u00fcn")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASCII");
        assertThat(fixture.log()).isEmpty();
    }

    @Test
    void createFile_notRecursive_wantsItsDirectory() {
        assertThatThrownBy(() ->
                        fixture.fileSystem.createFile(new Path("/no/file")).build())
                .isInstanceOf(FileNotFoundException.class);
    }

    private static void writeIfEtag(WritingFixture fixture, String etag, String text) throws IOException {
        try (FSDataOutputStream out = fixture.fileSystem
                .createFile(path("/file"))
                .recursive()
                .must(IF_ETAG, etag)
                .build()) {
            out.writeBytes(text);
        }
    }
}
