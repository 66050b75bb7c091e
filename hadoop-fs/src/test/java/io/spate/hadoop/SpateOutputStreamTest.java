package io.spate.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.WriteTarget;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(60)
final class SpateOutputStreamTest {
    @Test
    void close_afterManyParts_makesTheFileVisibleOnce() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of())) {
            byte[] bytes = random(3 * PART + 7);
            FSDataOutputStream out = fixture.fileSystem.create(path("/file"));
            out.write(bytes);
            out.flush();
            out.hflush();
            out.hsync();
            assertThat(fixture.isThere("file")).isFalse();

            out.close();
            out.close();

            assertThat(fixture.bytes("file")).isEqualTo(bytes);
            assertThat(fixture.requests.count(Operation.COMPLETE_UPLOAD)).isOne();
            assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void close_afterAWriteThatFailed_throwsAndMakesNothingVisible() throws IOException {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART);
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            FSDataOutputStream out = fixture.fileSystem.create(path("/file"));

            Throwable failure = catchThrowable(() -> writeUntilItFails(out));

            assertThat(failure).isInstanceOf(IOException.class);
            assertThatThrownBy(out::close).isInstanceOf(IOException.class).hasMessageContaining("/file");
            out.close();
            assertThat(fixture.isThere("file")).isFalse();
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void close_whereTheLastPartFails_leavesNoUpload() throws IOException {
        FaultyStore.Plan plan = FaultyStore.failing(
                Kind.DENIED,
                request -> request.operation() == Operation.UPLOAD_PART
                        && request.part().startsWith("part 2 "));
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            FSDataOutputStream out = fixture.fileSystem.create(path("/file"));
            out.write(random(PART + 1));

            assertThatThrownBy(out::close).isInstanceOf(IOException.class);

            assertThat(fixture.memory.openUploads()).isEmpty();
            assertThat(fixture.isThere("file")).isFalse();
        }
    }

    @Test
    void close_whereTheAnswerOfCompleteIsLost_findsTheFile() throws IOException {
        FaultyStore.Plan plan =
                FaultyStore.losing(Kind.UNAVAILABLE, request -> request.operation() == Operation.COMPLETE_UPLOAD);
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            byte[] bytes = random(2 * PART);

            fixture.write("/file", bytes);

            assertThat(fixture.bytes("file")).isEqualTo(bytes);
        }
    }

    @Test
    void close_thatTakesLong_tellsProgress() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.PUT) {
                    awaited(told, request);
                }
            }
        };
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            FSDataOutputStream out =
                    fixture.fileSystem.create(path("/file"), true, 4096, (short) 1, 1 << 20, told::countDown);

            out.close();

            assertThat(told.getCount()).isZero();
            assertThat(fixture.isThere("file")).isTrue();
        }
    }

    @Test
    void write_ofManyBytes_tellsProgress() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of("write.part-size", "8m"))) {
            AtomicInteger told = new AtomicInteger();
            try (FSDataOutputStream out =
                    fixture.fileSystem.create(path("/file"), true, 4096, (short) 1, 1 << 20, told::incrementAndGet)) {
                for (int i = 0; i < 12; i++) {
                    out.write(new byte[1 << 20]);
                }
                assertThat(told.get()).isGreaterThanOrEqualTo(3);
            }
        }
    }

    @Test
    void close_interrupted_throws() throws IOException {
        CountDownLatch interrupted = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.PUT) {
                    awaited(interrupted, request);
                }
            }
        };
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            FSDataOutputStream out = fixture.fileSystem.create(path("/file"));
            Thread.currentThread().interrupt();

            Throwable failure = catchThrowable(out::close);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure).isInstanceOf(InterruptedIOException.class);
            interrupted.countDown();
        }
    }

    @Test
    void abort_beforeClose_leavesNothing() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of())) {
            FSDataOutputStream out = fixture.fileSystem.create(path("/file"));
            out.write(random(2 * PART));

            assertThat(out.abort().alreadyClosed()).isFalse();
            out.close();

            assertThat(out.abort().alreadyClosed()).isTrue();
            assertThat(fixture.isThere("file")).isFalse();
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void stream_asked_saysWhatItCanAndCounts() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of())) {
            long before = bytesWritten();
            try (FSDataOutputStream out = fixture.fileSystem.create(path("/file"))) {
                out.write(1);
                out.write(random(9));

                assertThat(out.hasCapability(CommonPathCapabilities.ABORTABLE_STREAM))
                        .isTrue();
                assertThat(out.hasCapability(StreamCapabilities.HSYNC)).isFalse();
                assertThat(out.hasCapability("hflush")).isFalse();
                assertThat(out.getIOStatistics().counters())
                        .containsEntry(StreamStatisticNames.STREAM_WRITE_BYTES, 10L);
            }
            assertThat(bytesWritten() - before).isEqualTo(10);
        }
    }

    @Test
    void write_ofManySizes_keepsTheirOrder() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of())) {
            byte[] bytes = random(2 * PART + 11);
            Random sizes = new Random(7);
            try (FSDataOutputStream out = fixture.fileSystem.create(path("/file"))) {
                for (int position = 0; position < bytes.length; ) {
                    int size = Math.min(bytes.length - position, 1 << sizes.nextInt(15));
                    if (size == 1) {
                        out.write(bytes[position]);
                    } else {
                        out.write(bytes, position, size);
                    }
                    position += size;
                }
            }

            assertThat(fixture.bytes("file")).isEqualTo(bytes);
        }
    }

    @Test
    void write_ofSingleBytes_takesThemTogether() throws IOException {
        AtomicInteger sent = new AtomicInteger();
        try (Engine engine = Engine.over(FileSystemFixture.newStore(), SpateOptions.of(Map.of()))) {
            ObjectWriter writer = engine.writer(WriteTarget.of(WritingFixture.uri("file")));
            SpateOutputStream.Destination destination = new SpateOutputStream.Destination() {
                @Override
                public void wrote(int count) {
                    sent.incrementAndGet();
                }

                @Override
                public void accept(ObjectWriter written) throws IOException {
                    assertThat(written.length()).isEqualTo(10_000);
                    giveUp(written);
                }

                @Override
                public void giveUp(ObjectWriter written) throws IOException {
                    Waiting.forResult(written.abort(), "aborting", path("/file"), () -> {});
                }
            };
            try (SpateOutputStream out = new SpateOutputStream(path("/file"), writer, destination, () -> {})) {
                for (int i = 0; i < 10_000; i++) {
                    out.write(i);
                }
            }
        }

        assertThat(sent.get()).isEqualTo(2);
    }

    private static long bytesWritten() {
        return FileSystem.getGlobalStorageStatistics().get("spate").getLong("bytesWritten");
    }

    private static void writeUntilItFails(FSDataOutputStream out) throws IOException {
        for (int i = 0; i < 10_000; i++) {
            out.write(random(PART));
        }
    }

    private static void awaited(CountDownLatch latch, StoreRequest request) throws StoreException {
        try {
            if (!latch.await(50, TimeUnit.SECONDS)) {
                throw new StoreException(Kind.INVALID, request, "nobody told progress");
            }
        } catch (InterruptedException e) {
            throw new StoreException(Kind.INVALID, request, "interrupted", e);
        }
    }
}
