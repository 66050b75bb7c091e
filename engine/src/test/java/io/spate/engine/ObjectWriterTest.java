package io.spate.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.WriterFixture.PART;
import static io.spate.engine.WriterFixture.URI;
import static io.spate.engine.WriterFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
class ObjectWriterTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, PART - 1, PART, PART + 1, 3 * PART, 10 * PART + 17})
    void finish_anyLength_uploadsThePartsAndNothingIsVisibleBefore(int length) throws Exception {
        byte[] bytes = ReaderFixture.random(length, length);
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, bytes);
            assertThat(writer.length()).isEqualTo(length);
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            assertThat(writer.crc32c()).isEqualTo((int) crc.getValue());
            Upload upload = get(writer.finish());
            assertThat(upload.length()).isEqualTo(length);
            assertNothingVisible(fixture);

            CommittedObject committed = fixture.commit(upload);
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            assertThat(committed.length()).isEqualTo(length);
            assertThat(committed.already()).isFalse();
            int parts = Math.max(1, (length + PART - 1) / PART);
            assertThat(upload.parts()).hasSize(parts);
            assertThat(fixture.requests.requests()).hasSize(parts + 3);
            assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(1);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void commit_withoutVerification_costsTwoRequestsMoreThanParts() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("write.verify-size", "false"))) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[4 * PART]);
            fixture.commit(get(writer.finish()));
            assertThat(fixture.requests.requests()).hasSize(4 + 2);
        }
    }

    @Test
    void write_partThatIsFull_isUnderWayBeforeTheEnd() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.UPLOAD_PART) {
                    arrived.countDown();
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan);
                ObjectWriter writer = fixture.writer()) {
            WriterFixture.write(writer, new byte[2 * PART + 1]);
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(writer.bufferedBytes()).isEqualTo(1);
            assertThat(writer.hasUpload()).isTrue();
        }
    }

    @Test
    void write_partsOfOneObject_areInFlightTogetherUpToTheLimit() throws Exception {
        int concurrency = 4;
        CountDownLatch inFlight = new CountDownLatch(concurrency);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.UPLOAD_PART) {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    inFlight.countDown();
                    await(release);
                    now.decrementAndGet();
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of("write.concurrency", "4"), plan)) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[12 * PART]);
            CompletableFuture<Upload> upload = writer.finish();
            assertThat(inFlight.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(writer.partsInFlight()).isEqualTo(12);
            release.countDown();
            assertThat(get(upload).parts()).hasSize(12);
            assertThat(most).hasValue(concurrency);
        }
    }

    @Test
    void finish_failuresThatPass_areOutlivedWithTheSameBytes() throws Exception {
        byte[] bytes = ReaderFixture.random(5, 5 * PART + 5);
        Map<String, Integer> tries = new ConcurrentHashMap<>();
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.UNAVAILABLE, request -> tries.merge(request.toString(), 1, Integer::sum) <= 2);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, bytes);
            fixture.commit(get(writer.finish()));
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            assertThat(fixture.engine.stats().get(IoStat.RETRIES)).isPositive();
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void write_afterAPartWasRefused_failsWithWhatTheStoreSaid() throws Exception {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            ObjectWriter writer = fixture.writer();
            assertThatThrownBy(() -> {
                        while (true) {
                            writer.write(new byte[PART], 0, PART);
                        }
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
                    .hasMessageContaining(URI.toString())
                    .hasMessageContaining("part");
            writer.close();
            fixture.awaitNoMemoryInUse();
            assertNothingVisible(fixture);
        }
    }

    @Test
    void persist_givesPartsAndTail_andWritingGoesOn() throws Exception {
        byte[] bytes = ReaderFixture.random(3, 5 * PART);
        int first = 2 * PART + 1000;
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            writer.write(bytes, 0, first);
            CompletableFuture<PersistedObject> persisted = writer.persist();
            writer.write(bytes, first, bytes.length - first);
            PersistedObject state = get(persisted);
            assertThat(state.length()).isEqualTo(first);
            assertThat(state.tail()).hasSize(1000);
            assertThat(state.upload().orElseThrow().parts()).hasSize(2);

            fixture.commit(get(writer.finish()));
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
        }
    }

    @Test
    void persist_tailThatIsLargeEnough_becomesAPart() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1m"));
                ObjectWriter writer = fixture.writer()) {
            writer.write(new byte[PART], 0, PART);
            PersistedObject state = get(writer.persist());
            assertThat(state.tail()).isEmpty();
            assertThat(state.upload().orElseThrow().length()).isEqualTo(PART);
        }
    }

    @Test
    void persist_equalParts_keepsTheTail() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1m", "write.equal-parts", "true"));
                ObjectWriter writer = fixture.writer()) {
            writer.write(new byte[2 * PART], 0, 2 * PART);
            PersistedObject state = get(writer.persist());
            assertThat(state.tail()).hasSize(2 * PART);
            assertThat(state.upload()).isEmpty();
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void close_unfinished_leavesTheUploadAndTakesTheMemory() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[3 * PART + 1]);
            get(writer.persist());
            writer.close();
            writer.close();
            fixture.awaitNoMemoryInUse();
            assertThat(fixture.memory.openUploads()).hasSize(1);
            assertThatThrownBy(() -> writer.write(new byte[1], 0, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ended");
        }
    }

    @Test
    void abort_unfinished_leavesNothing() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[3 * PART + 1]);
            get(writer.abort());
            assertThat(fixture.memory.openUploads()).isEmpty();
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void abort_afterAFinishThatFailed_leavesNothing() throws Exception {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            ObjectWriter writer = fixture.writer();
            writer.write(new byte[10], 0, 10);
            assertThat(WriterFixture.failure(writer.finish())).isInstanceOf(StoreException.class);
            assertThat(fixture.memory.openUploads()).hasSize(1);
            get(writer.abort());
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void close_whileTheUploadIsBeingBegun_leavesNoUpload() throws Exception {
        CountDownLatch creating = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.CREATE_UPLOAD) {
                    creating.countDown();
                    await(go);
                }
            }

            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.ABORT_UPLOAD) {
                    aborted.countDown();
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[3 * PART]);
            await(creating);
            writer.close();
            go.countDown();
            await(aborted);
            assertThat(fixture.memory.openUploads()).isEmpty();
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void abort_beforeAnythingWasSent_sendsNothing() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, new byte[10]);
            get(writer.abort());
            fixture.awaitNoMemoryInUse();
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void engineClosed_partsThatWait_failInsteadOfHanging() throws Exception {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.THROTTLED, request -> request.operation() == Operation.UPLOAD_PART);
        WriterFixture fixture = new WriterFixture(Map.of(), plan);
        ObjectWriter writer = fixture.writer();
        WriterFixture.write(writer, new byte[3 * PART]);
        CompletableFuture<Upload> upload = writer.finish();
        fixture.close();
        assertThat(WriterFixture.failure(upload)).isInstanceOf(IOException.class);
        fixture.awaitNoMemoryInUse();
    }

    @Test
    void attributes_ofTheTarget_goToTheStore() throws Exception {
        WriteTarget target = WriteTarget.of(URI)
                .withMarker("mine")
                .withAttributes(ObjectAttributes.NONE
                        .with(StoredHeader.CONTENT_TYPE, "text/csv")
                        .withMetadata("Author", "me"));
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            for (int length : List.of(10, 2 * PART)) {
                ObjectWriter writer = fixture.engine.writer(target);
                writer.write(new byte[length], 0, length);
                get(writer.publish());
                ObjectAttributes attributes = fixture.memory.details(URI).attributes();
                assertThat(attributes.header(StoredHeader.CONTENT_TYPE)).contains("text/csv");
                assertThat(attributes.metadata())
                        .containsOnly(Map.entry("author", "me"), Map.entry(Upload.MARKER, "mine"));
            }
        }
    }

    private static void assertNothingVisible(WriterFixture fixture) {
        assertThatThrownBy(() -> fixture.memory.head(URI))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
