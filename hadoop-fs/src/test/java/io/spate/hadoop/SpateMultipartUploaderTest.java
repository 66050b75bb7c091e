package io.spate.hadoop;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.BBUploadHandle;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UploadHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class SpateMultipartUploaderTest {
    private static final Path FILE = new Path("spate://bucket/d/file");

    private WritingFixture fixture;
    private MultipartUploader uploader;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of());
        uploader = fixture.fileSystem.createMultipartUploader(path("/d")).build();
    }

    @AfterEach
    void close() throws IOException {
        uploader.close();
        fixture.close();
    }

    @Test
    void complete_partsSentInAnyOrder_makesTheFile() throws Exception {
        byte[] bytes = random(2 * PART + 5);
        UploadHandle upload = get(uploader.startUpload(FILE));
        Map<Integer, PartHandle> parts = new TreeMap<>();
        parts.put(7, put(upload, 7, Arrays.copyOfRange(bytes, 2 * PART, bytes.length)));
        parts.put(2, put(upload, 2, Arrays.copyOfRange(bytes, PART, 2 * PART)));
        parts.put(1, put(upload, 1, Arrays.copyOfRange(bytes, 0, PART)));
        assertThat(fixture.isThere("d/file")).isFalse();

        MultipartUploader another =
                fixture.fileSystem.createMultipartUploader(path("/")).build();
        get(another.complete(upload, FILE, parts));

        assertThat(fixture.bytes("d/file")).isEqualTo(bytes);
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void complete_oneEmptyPart_makesAnEmptyFile() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));

        get(uploader.complete(upload, FILE, Map.of(1, put(upload, 1, new byte[0]))));

        assertThat(fixture.bytes("d/file")).isEmpty();
    }

    @Test
    void complete_again_isNotFound() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));
        PartHandle part = put(upload, 1, random(5));
        get(uploader.complete(upload, FILE, Map.of(1, part)));

        assertThat(failure(uploader.complete(upload, FILE, Map.of(1, part)))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void complete_withWhatCannotBe_fails() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));
        PartHandle part = put(upload, 1, random(5));

        assertThatThrownBy(() -> uploader.complete(upload, FILE, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> uploader.complete(BBUploadHandle.from(ByteBuffer.allocate(0)), FILE, Map.of(1, part)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(failure(uploader.complete(upload, FILE, Map.of(2, part))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("part 2");
        assertThatThrownBy(() -> uploader.complete(upload, new Path("spate://bucket/elsewhere"), Map.of(1, part)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void complete_whereThereIsADirectory_isRefused() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));
        PartHandle part = put(upload, 1, random(5));
        fixture.fileSystem.mkdirs(FILE);

        assertThat(failure(uploader.complete(upload, FILE, Map.of(1, part))))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(failure(uploader.startUpload(FILE))).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void abort_endsTheUpload() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));
        PartHandle part = put(upload, 1, random(5));

        get(uploader.abort(upload, FILE));

        assertThat(fixture.memory.openUploads()).isEmpty();
        assertThat(failure(uploader.complete(upload, FILE, Map.of(1, part)))).isInstanceOf(FileNotFoundException.class);
        assertThat(failure(uploader.abort(upload, FILE))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void abort_ofWhatNobodyBegan_isNotFound() throws Exception {
        UploadHandle unknown = BBUploadHandle.from(ByteBuffer.wrap("unknown".getBytes(StandardCharsets.UTF_8)));

        assertThat(failure(uploader.abort(unknown, FILE))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void abortUploadsUnderPath_leavesOthers() throws Exception {
        MultipartUploader all =
                fixture.fileSystem.createMultipartUploader(path("/")).build();
        for (String name : new String[] {"/d", "/d/a", "/d/b/c", "/dd", "/e"}) {
            get(all.startUpload(new Path("spate://bucket" + name)));
        }

        assertThat(get(all.abortUploadsUnderPath(new Path("spate://bucket/d")))).isEqualTo(3);

        assertThat(fixture.memory.openUploads().stream()
                        .map(upload -> upload.uri().key()))
                .containsExactlyInAnyOrder("dd", "e");
    }

    @Test
    void putPart_ofAStreamThatEndsEarly_failsAndGivesItsMemoryBack() throws Exception {
        UploadHandle upload = get(uploader.startUpload(FILE));
        InputStream tooShort = new ByteArrayInputStream(random(PART));

        assertThatThrownBy(() -> uploader.putPart(upload, 1, true, FILE, tooShort, PART + 1))
                .isInstanceOf(EOFException.class);

        assertThat(fixture.requests.requests().stream()
                        .map(request -> request.operation().toString()))
                .doesNotContain("UPLOAD_PART");
    }

    private PartHandle put(UploadHandle upload, int number, byte[] bytes) throws Exception {
        return get(uploader.putPart(upload, number, false, FILE, new ByteArrayInputStream(bytes), bytes.length));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<?> future) throws Exception {
        try {
            throw new AssertionError("it did not fail, but gave " + future.get(30, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
