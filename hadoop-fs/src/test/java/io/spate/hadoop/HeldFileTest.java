package io.spate.hadoop;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.FaultyStore;
import io.spate.engine.IoStat;
import io.spate.engine.MemoryStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class HeldFileTest {
    private static final int MIB = 1 << 20;

    @Test
    void rename_thatTakesLong_tellsProgressToTheWriterOfTheFile() throws IOException {
        CountDownLatch told = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    awaited(told, request);
                }
            }
        };
        try (WritingFixture fixture = new WritingFixture(Map.of(), plan)) {
            try (FSDataOutputStream out = fixture.fileSystem.create(
                    path("/file._COPYING_"), true, 4096, (short) 1, 1 << 20, told::countDown)) {
                out.write(random(2 * PART));
            }

            assertThat(fixture.fileSystem.rename(path("/file._COPYING_"), path("/file")))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 6 * MIB})
    void rename_whereAFileAppearsMeanwhile_failsAndLeavesThat(int length) throws IOException {
        AtomicReference<MemoryStore> store = new AtomicReference<>();
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.COMPLETE_UPLOAD || request.operation() == Operation.PUT) {
                    FileSystemFixture.put(store.get(), "file", "of another");
                }
            }
        };
        Map<String, String> options = Map.of("profile", "ozone", "write.part-size", "5m");
        try (WritingFixture fixture = new WritingFixture(options, plan)) {
            store.set(fixture.memory);
            fixture.write("/file._COPYING_", random(length));

            assertThatThrownBy(() -> fixture.fileSystem.rename(path("/file._COPYING_"), path("/file")))
                    .isInstanceOf(FileAlreadyExistsException.class);

            assertThat(FileSystemFixture.text(fixture.memory, "file")).isEqualTo("of another");
            fixture.fileSystem.delete(path("/file._COPYING_"), false);
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void write_whereHeldFilesHaveAllMemory_hasThemSent() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of("memory", "32m", "write.part-size", "8m"))) {
            byte[] bytes = random(MIB);
            for (int i = 0; i < 40; i++) {
                fixture.write("/" + i + "._COPYING_", bytes);
            }

            assertThat(counter(fixture, IoStat.OVERDRAWN_MEMORY)).isZero();
            assertThat(fixture.requests.count(Operation.CREATE_UPLOAD)).isBetween(8L, 39L);
            for (int i = 0; i < 40; i++) {
                assertThat(fixture.fileSystem.rename(path("/" + i + "._COPYING_"), path("/" + i)))
                        .isTrue();
                assertThat(fixture.bytes("" + i)).isEqualTo(bytes);
            }
        }
    }

    @Test
    void closeOfTheFileSystem_whereHeldFilesWereSentForTheirMemory_leavesNoUpload() throws IOException {
        try (WritingFixture fixture = new WritingFixture(Map.of("memory", "32m", "write.part-size", "8m"))) {
            for (int i = 0; i < 40; i++) {
                fixture.write("/" + i + "._COPYING_", new byte[MIB]);
            }
            assertThat(fixture.memory.openUploads()).isNotEmpty();

            fixture.fileSystem.close();

            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    private static long counter(WritingFixture fixture, IoStat stat) {
        return fixture.fileSystem.getIOStatistics().counters().get(stat.key());
    }

    private static void awaited(CountDownLatch latch, StoreRequest request) throws StoreException {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new StoreException(Kind.INVALID, request, "nobody told progress");
            }
        } catch (InterruptedException e) {
            throw new StoreException(Kind.INVALID, request, "interrupted", e);
        }
    }
}
