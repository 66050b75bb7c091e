package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.WriteTarget;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class HeldUploadsTest {
    private static final Path TEMPORARY = path("/d/file._COPYING_");
    private static final Path TARGET = path("/d/file");

    private final AtomicBoolean failing = new AtomicBoolean();
    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(
                Map.of(),
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> failing.get()
                                && (request.operation() == Operation.COMPLETE_UPLOAD
                                        || request.operation() == Operation.PUT)));
        FileSystemFixture.put(fixture.memory, "d/other", "1");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void rename_ofASmallFile_takesOnePutAndNoCopy() throws IOException {
        byte[] bytes = random(10);
        fixture.write(TEMPORARY.toString(), bytes);
        assertThat(fixture.log()).containsExactly("LIST d/");

        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();

        assertThat(fixture.log()).containsExactly("HEAD d/file", "LIST d/file/", "PUT d/file");
        assertThat(fixture.bytes("d/file")).isEqualTo(bytes);
    }

    @Test
    void rename_ofALargeFile_completesItsUpload() throws IOException {
        byte[] bytes = random(2 * PART + 1);
        fixture.write(TEMPORARY.toString(), bytes);
        assertThat(fixture.log())
                .containsExactly(
                        "LIST d/",
                        "CREATE_UPLOAD d/file",
                        "UPLOAD_PART d/file",
                        "UPLOAD_PART d/file",
                        "UPLOAD_PART d/file");
        assertThat(fixture.isThere("d/file")).isFalse();

        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();

        assertThat(fixture.log())
                .containsExactly("HEAD d/file", "LIST d/file/", "COMPLETE_UPLOAD d/file", "HEAD d/file");
        assertThat(fixture.bytes("d/file")).isEqualTo(bytes);
        assertThat(fixture.fileSystem.delete(TEMPORARY, false)).isFalse();
    }

    @Test
    void rename_ofAnEmptyFile_writesIt() throws IOException {
        fixture.write(TEMPORARY.toString(), new byte[0]);

        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();

        assertThat(fixture.bytes("d/file")).isEmpty();
    }

    @Test
    void rename_switchedOff_copies() throws IOException {
        try (WritingFixture off = new WritingFixture(Map.of("rename-on-upload", "false"))) {
            FileSystemFixture.put(off.memory, "d/other", "1");
            off.write(TEMPORARY.toString(), random(10));
            assertThat(off.log()).containsExactly("LIST d/file._COPYING_/", "LIST d/", "PUT d/file._COPYING_");

            assertThat(off.fileSystem.rename(TEMPORARY, TARGET)).isTrue();

            assertThat(off.log())
                    .containsExactly(
                            "HEAD d/file._COPYING_",
                            "HEAD d/file",
                            "LIST d/file/",
                            "COPY d/file",
                            "HEAD d/file",
                            "DELETE d/file._COPYING_",
                            "LIST d/");
        }
    }

    @Test
    void statusOfTheTemporaryName_whileItIsHeld_isAnsweredWithoutARequest() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));
        fixture.log();

        FileStatus status = fixture.fileSystem.getFileStatus(TEMPORARY);

        assertThat(status.getLen()).isEqualTo(10);
        assertThat(status.isFile()).isTrue();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isTrue();
        assertThat(fixture.fileSystem.getFileChecksum(TEMPORARY)).isNull();
        fixture.fileSystem.setTimes(TEMPORARY, 1, 1);
        fixture.fileSystem.setPermission(TEMPORARY, FsPermission.getFileDefault());
        assertThat(fixture.log()).isEmpty();
        assertThat(fixture.fileSystem.listStatus(TEMPORARY)).hasSize(1);
        assertThat(fixture.fileSystem.getContentSummary(TEMPORARY).getLength()).isEqualTo(10);
    }

    @Test
    void open_ofTheTemporaryName_saysWhyNot() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));

        assertThatThrownBy(() -> fixture.fileSystem.open(TEMPORARY))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("fs.spate.rename-on-upload");
        assertThatThrownBy(() -> fixture.fileSystem.openFile(TEMPORARY).build().get())
                .hasRootCauseInstanceOf(FileNotFoundException.class);
    }

    @Test
    void delete_ofTheTemporaryName_abortsAndLaterIsFalse() throws IOException {
        fixture.write(TEMPORARY.toString(), random(2 * PART));
        fixture.log();

        assertThat(fixture.fileSystem.delete(TEMPORARY, false)).isTrue();

        assertThat(fixture.log()).containsExactly("ABORT_UPLOAD d/file");
        assertThat(fixture.fileSystem.delete(TEMPORARY, false)).isFalse();
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isFalse();
        assertThat(fixture.isThere("d/file")).isFalse();
    }

    @Test
    void delete_whileItIsWritten_failsTheWriter() throws IOException {
        FSDataOutputStream out = fixture.fileSystem.create(TEMPORARY);
        out.write(random(2 * PART));

        assertThat(fixture.fileSystem.delete(TEMPORARY, false)).isTrue();

        assertThatThrownBy(() -> out.write(random(PART))).isInstanceOf(IOException.class);
        assertThatThrownBy(out::close).isInstanceOf(IOException.class);
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void closeOfTheFileSystem_withoutRename_aborts() throws IOException {
        fixture.write(TEMPORARY.toString(), random(2 * PART));
        FSDataOutputStream unfinished = fixture.fileSystem.create(path("/d/other._COPYING_"));
        unfinished.write(random(2 * PART));

        fixture.fileSystem.close();

        assertThat(fixture.memory.openUploads()).isEmpty();
        assertThat(fixture.isThere("d/file")).isFalse();
    }

    @Test
    void create_again_replacesWhatWasHeld() throws IOException {
        fixture.write(TEMPORARY.toString(), random(2 * PART));
        byte[] second = random(PART + 1);
        fixture.write(TEMPORARY.toString(), second);

        assertThat(fixture.memory.openUploads()).hasSize(1);
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();
        assertThat(fixture.bytes("d/file")).isEqualTo(second);
    }

    @Test
    void rename_ontoAFile_isFalseAndHoldsOn() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));
        FileSystemFixture.put(fixture.memory, "d/file", "present");

        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isFalse();
        assertThat(FileSystemFixture.text(fixture.memory, "d/file")).isEqualTo("present");

        assertThat(fixture.fileSystem.delete(TARGET, false)).isTrue();
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();
        assertThat(fixture.bytes("d/file")).hasSize(10);
    }

    @Test
    void rename_beforeTheStreamIsClosed_isRefused() throws IOException {
        FSDataOutputStream out = fixture.fileSystem.create(TEMPORARY);

        assertThatThrownBy(() -> fixture.fileSystem.rename(TEMPORARY, TARGET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not closed");

        out.close();
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();
    }

    @Test
    void rename_whereCompleteFails_canBeTriedAgain() throws IOException {
        byte[] bytes = random(2 * PART);
        fixture.write(TEMPORARY.toString(), bytes);
        failing.set(true);

        assertThatThrownBy(() -> fixture.fileSystem.rename(TEMPORARY, TARGET)).isInstanceOf(IOException.class);
        assertThat(fixture.isThere("d/file")).isFalse();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isTrue();

        failing.set(false);
        assertThat(fixture.fileSystem.rename(TEMPORARY, TARGET)).isTrue();
        assertThat(fixture.bytes("d/file")).isEqualTo(bytes);
    }

    @Test
    void rename_whereThePutFails_givesUp() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));
        failing.set(true);

        assertThatThrownBy(() -> fixture.fileSystem.rename(TEMPORARY, TARGET)).isInstanceOf(IOException.class);

        assertThat(fixture.isThere("d/file")).isFalse();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isFalse();
    }

    @Test
    void rename_toAnotherName_completesAndMovesFromThere() throws IOException {
        byte[] bytes = random(10);
        fixture.write(TEMPORARY.toString(), bytes);

        assertThat(fixture.fileSystem.rename(TEMPORARY, path("/d/another"))).isTrue();

        assertThat(fixture.bytes("d/another")).isEqualTo(bytes);
        assertThat(fixture.isThere("d/file")).isFalse();
    }

    @Test
    void rename_toAnotherNameWhereTheFirstIsTaken_failsAndTouchesNothing() throws IOException {
        fixture.write(TEMPORARY.toString(), random(10));
        FileSystemFixture.put(fixture.memory, "d/file", "present");

        assertThatThrownBy(() -> fixture.fileSystem.rename(TEMPORARY, path("/d/another")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/d/file")
                .hasMessageContaining("fs.spate.rename-on-upload");

        assertThat(FileSystemFixture.text(fixture.memory, "d/file")).isEqualTo("present");
        assertThat(fixture.isThere("d/another")).isFalse();
        assertThat(fixture.fileSystem.exists(TEMPORARY)).isTrue();
    }

    @Test
    void find_byAnotherFileSystemOfTheSameStore_knowsIt() throws IOException {
        HeldUploads first = new HeldUploads(fixture.requests);
        HeldUploads second = new HeldUploads(fixture.requests);
        HeldUploads ofAnotherStore = new HeldUploads(fixture.memory);
        HeldFile file;
        try (Engine engine = Engine.over(fixture.memory, SpateOptions.of(Map.of()))) {
            URI root = URI.create("spate://" + FileSystemFixture.BUCKET);
            Bucket bucket = new Bucket(engine, root, FileSystemFixture.BUCKET, new KeyCodec(root), "owner", 1 << 20);
            file = new HeldFile(
                    HeldName.now(bucket, TEMPORARY, TARGET),
                    engine.writer(WriteTarget.of(WritingFixture.uri("d/file"))),
                    () -> {});
            first.add(file);

            assertThat(second.find(TEMPORARY)).contains(file);
            assertThat(ofAnotherStore.find(TEMPORARY)).isEmpty();

            second.close();
            assertThat(second.find(TEMPORARY)).contains(file);
            first.close();
            assertThat(second.find(TEMPORARY)).isEmpty();
        }
    }
}
