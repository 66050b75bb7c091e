package io.spate.hadoop;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UploadHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class StatusCacheTest {
    private final MemoryStore store = FileSystemFixture.newStore();
    private final CountingStore counting = FileSystemFixture.counting(store);
    private SpateFileSystem fileSystem;

    @BeforeEach
    void open() throws IOException {
        fileSystem = FileSystemFixture.open(counting, Map.of("stat-cache.ttl", "1 h", "stat-cache.entries", "1000"));
    }

    @AfterEach
    void close() throws IOException {
        fileSystem.close();
    }

    @Test
    void getFileStatus_again_asksOnce() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");

        assertThat(status("/d/file")).isEqualTo(status("/d/file"));
        assertThat(counting.requests()).hasSize(1);
    }

    @Test
    void getFileStatus_fileThatSomebodyElseHasReplaced_isTheRememberedOne() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        status("/d/file");
        FileSystemFixture.put(store, "d/file", "22");

        assertThat(status("/d/file").getLen()).isEqualTo(1);
    }

    @Test
    void open_rememberedFile_asksForNothing() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        status("/d/file");

        fileSystem.open(new Path("/d/file")).close();

        assertThat(counting.count(Operation.HEAD)).isEqualTo(1);
    }

    @Test
    void getFileStatus_missing_isAskedForAgain() throws IOException {
        assertThatThrownBy(() -> status("/d/file")).isInstanceOf(FileNotFoundException.class);
        FileSystemFixture.put(store, "d/file", "1");

        assertThat(status("/d/file").isFile()).isTrue();
    }

    @Test
    void getFileStatus_directory_isAskedForAgain() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        status("/d");
        status("/d");

        assertThat(counting.requests()).hasSize(4);
    }

    @Test
    void getFileStatus_afterOwnWrite_isTheNewOne() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        status("/d/file");

        FileSystemFixture.write(fileSystem, "/d/file", "22");

        assertThat(status("/d/file").getLen()).isEqualTo(2);
    }

    @Test
    void getFileStatus_afterOwnDelete_isGone() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        status("/d/file");

        fileSystem.delete(new Path("/d/file"), false);

        assertThatThrownBy(() -> status("/d/file")).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void getFileStatus_afterDeleteOrRenameOfADirectoryAbove_isGone() throws IOException {
        for (String key : new String[] {"a/b/file", "c/b/file"}) {
            FileSystemFixture.put(store, key, "1");
            status("/" + key);
        }

        fileSystem.delete(new Path("/a"), true);
        fileSystem.rename(new Path("/c"), new Path("/d"));

        assertThatThrownBy(() -> status("/a/b/file")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> status("/c/b/file")).isInstanceOf(FileNotFoundException.class);
        assertThat(status("/d/b/file").isFile()).isTrue();
    }

    @Test
    void getFileStatus_forgottenWhileItIsAskedFor_isNotRemembered() throws IOException {
        StatusCache cache = StatusCache.of(Duration.ofHours(1), 10);
        Path path = new Path("/d/file");
        FileSystemFixture.put(store, "d/file", "1");
        SpateFileStatus old = (SpateFileStatus) fileSystem.getFileStatus(path);

        cache.get(path, asked -> {
            cache.forget(path);
            return Optional.of(old);
        });

        assertThat(cache.get(path, asked -> Optional.empty())).isEmpty();
    }

    @Test
    void getFileStatus_afterAnUploaderFailedToVerifyItsFile_isOfThatFile() throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.DENIED, request -> failing.get() && request.operation() == Operation.HEAD);
        FileSystemFixture.put(store, "d/file", "old");
        Path path = new Path("spate://bucket/d/file");
        try (SpateFileSystem cached =
                        FileSystemFixture.open(new FaultyStore(store, plan), Map.of("stat-cache.ttl", "1 h"));
                MultipartUploader uploader = cached.createMultipartUploader(new Path("spate://bucket/d"))
                        .build()) {
            assertThat(cached.getFileStatus(path).getLen()).isEqualTo(3);
            UploadHandle upload = uploader.startUpload(path).get(10, TimeUnit.SECONDS);
            PartHandle part = uploader.putPart(upload, 1, true, path, new ByteArrayInputStream(new byte[5]), 5)
                    .get(10, TimeUnit.SECONDS);
            failing.set(true);
            assertThatThrownBy(() ->
                            uploader.complete(upload, path, Map.of(1, part)).get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
            failing.set(false);

            assertThat(cached.getFileStatus(path).getLen()).isEqualTo(5);
        }
    }

    private FileStatus status(String path) throws IOException {
        return fileSystem.getFileStatus(new Path(path));
    }
}
