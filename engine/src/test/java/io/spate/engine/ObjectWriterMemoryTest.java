package io.spate.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.engine.WriterFixture.URI;
import static io.spate.engine.WriterFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class ObjectWriterMemoryTest {
    private static final int MIB = 1 << 20;

    /** Many objects that are filled in turn, each too small for a part when memory ends. */
    private static final class Buckets implements MemoryRelief {
        private final WriterFixture fixture;
        private final List<ObjectWriter> open = new ArrayList<>();
        private final List<CompletableFuture<Upload>> finished = new ArrayList<>();
        private int opened;

        Buckets(WriterFixture fixture) {
            this.fixture = fixture;
        }

        ObjectWriter open() {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI.withKey("object-" + opened)), this);
            opened++;
            return writer;
        }

        void write(int bucket, byte[] bytes) throws IOException {
            while (open.size() <= bucket) {
                open.add(open());
            }
            open.get(bucket).write(bytes, 0, bytes.length);
        }

        @Override
        public boolean relieve(ObjectWriter wanting) {
            Optional<ObjectWriter> largest = open.stream()
                    .filter(writer -> writer != wanting && writer.bufferedBytes() > 0)
                    .max(Comparator.comparingLong(ObjectWriter::bufferedBytes));
            largest.ifPresent(writer -> {
                try {
                    finished.add(writer.finish());
                    open.set(open.indexOf(writer), open());
                } catch (IOException e) {
                    throw new AssertionError("cannot finish", e);
                }
            });
            return largest.isPresent();
        }
    }

    @Test
    void write_64ObjectsIn64Mib_staysWithinTheBudget() throws Exception {
        try (WriterFixture fixture =
                new WriterFixture(Map.of("profile", "generic", "write.part-size", "8m", "memory", "64m"))) {
            Buckets buckets = new Buckets(fixture);
            byte[] record = ReaderFixture.random(1, 64 << 10);
            int rounds = 48;
            for (int round = 0; round < rounds; round++) {
                for (int bucket = 0; bucket < 64; bucket++) {
                    buckets.write(bucket, record);
                }
            }
            for (ObjectWriter writer : buckets.open) {
                buckets.finished.add(writer.finish());
            }
            long bytes = 0;
            for (CompletableFuture<Upload> upload : buckets.finished) {
                bytes += get(upload).length();
            }
            assertThat(bytes).isEqualTo(64L * rounds * record.length);
            assertThat(fixture.engine.peakTransferMemory()).isLessThanOrEqualTo(64L * MIB);
            assertThat(fixture.engine.stats().get(IoStat.OVERDRAWN_MEMORY)).isZero();
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void write_manyObjectsWithoutRelief_goesOn() throws Exception {
        try (WriterFixture fixture =
                new WriterFixture(Map.of("profile", "generic", "write.part-size", "8m", "memory", "32m"))) {
            List<ObjectWriter> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                writers.add(fixture.engine.writer(WriteTarget.of(URI.withKey("object-" + i))));
            }
            byte[] piece = ReaderFixture.random(1, MIB);
            for (int round = 0; round < 12; round++) {
                for (ObjectWriter writer : writers) {
                    writer.write(piece, 0, piece.length);
                }
            }
            for (ObjectWriter writer : writers) {
                assertThat(get(writer.finish()).length()).isEqualTo(12L * MIB);
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void write_partLargerThanTheBudget_isSentEarly() throws Exception {
        byte[] bytes = ReaderFixture.random(2, 80 * MIB);
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1g", "memory", "32m"))) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, bytes);
            fixture.commit(get(writer.finish()));
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            assertThat(fixture.engine.peakTransferMemory()).isLessThanOrEqualTo(32L * MIB);
            assertThat(fixture.engine.stats().get(IoStat.EARLY_PARTS)).isPositive();
        }
    }

    @Test
    void write_storeThatDoesNotTakeParts_holdsTheProducerUpAtTheBudget() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.UPLOAD_PART) {
                    await(release);
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1m", "memory", "32m"), plan)) {
            ObjectWriter writer = fixture.writer();
            CompletableFuture<Void> producer = CompletableFuture.runAsync(() -> {
                try {
                    writer.write(new byte[100 * MIB], 0, 100 * MIB);
                } catch (IOException e) {
                    throw new AssertionError("cannot write", e);
                }
            });
            long full = 24L * MIB;
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (fixture.engine.transferMemory() < full && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            assertThat(fixture.engine.transferMemory()).isEqualTo(full);
            assertThat(producer).isNotDone();
            release.countDown();
            get(producer);
            assertThat(get(writer.finish()).length()).isEqualTo(100L * MIB);
            assertThat(fixture.engine.stats().get(IoStat.MEMORY_WAIT_TIME)).isPositive();
        }
    }

    @Test
    void write_interruptedWhileItWaits_stops() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.UPLOAD_PART) {
                    await(release);
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1m", "memory", "32m"), plan)) {
            ObjectWriter writer = fixture.writer();
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread producer = new Thread(() -> {
                try {
                    writer.write(new byte[100 * MIB], 0, 100 * MIB);
                    interrupted.complete(false);
                } catch (IOException e) {
                    interrupted.complete(Thread.currentThread().isInterrupted());
                }
            });
            producer.start();
            while (fixture.engine.transferMemory() < 24L * MIB) {
                Thread.onSpinWait();
            }
            producer.interrupt();
            assertThat(get(interrupted)).isTrue();
            release.countDown();
            writer.close();
            fixture.awaitNoMemoryInUse();
        }
    }

    /** A copy: what is read ahead takes memory that the writer on the same thread needs, and the other way round. */
    @Test
    void writeWhatIsRead_inLittleMemory_comesToAnEnd() throws Exception {
        byte[] bytes = ReaderFixture.random(4, 48 * MIB);
        Map<String, String> options = Map.of(
                "profile",
                "generic",
                "write.part-size",
                "8m",
                "memory",
                "32m",
                "read.range-size",
                "4m",
                "read.concurrency",
                "16");
        try (WriterFixture fixture = new WriterFixture(options)) {
            List<CompletableFuture<Void>> copies = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ObjectInfo source = fixture.memory.put(URI.withKey("source-" + i), bytes);
                ObjectUri target = URI.withKey("target-" + i);
                copies.add(CompletableFuture.runAsync(() -> copy(fixture, source, target), task -> {
                    Thread thread = new Thread(task);
                    thread.setDaemon(true);
                    thread.start();
                }));
            }
            for (int i = 0; i < 4; i++) {
                get(copies.get(i));
                assertThat(fixture.memory.bytes(URI.withKey("target-" + i))).isEqualTo(bytes);
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    private static void copy(WriterFixture fixture, ObjectInfo source, ObjectUri target) {
        try (ObjectReader reader = fixture.engine.reader(
                        source, source.range(), source.range(), fixture.engine.newWindow("bucket"));
                ObjectWriter writer = fixture.engine.writer(WriteTarget.of(target))) {
            byte[] buffer = new byte[100_000];
            for (int count = reader.read(buffer, 0, buffer.length);
                    count >= 0;
                    count = reader.read(buffer, 0, buffer.length)) {
                writer.write(buffer, 0, count);
            }
            fixture.commit(get(writer.finish()));
        } catch (Exception e) {
            throw new AssertionError("cannot copy", e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
