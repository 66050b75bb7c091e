package io.spate.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.WriterFixture.PART;
import static io.spate.engine.WriterFixture.URI;
import static io.spate.engine.WriterFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class UploadCommitterTest {
    private static final byte[] BYTES = ReaderFixture.random(9, 2 * PART + 9);

    private final AtomicInteger planned = new AtomicInteger();

    @Test
    void commit_again_findsTheOutcome() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            CommittedObject first = fixture.commit(upload);
            CommittedObject second = fixture.commit(upload);
            assertThat(first.already()).isFalse();
            assertThat(second.already()).isTrue();
            assertThat(second.etag()).isEqualTo(first.etag());
            assertThat(fixture.memory.bytes(URI)).isEqualTo(BYTES);
        }
    }

    /** What servers say when an upload that they do not have any more is completed. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"LOST_UPLOAD", "INVALID", "UNAVAILABLE", "EXISTS", "CHANGED"})
    void commit_afterSuccessAndWhateverTheStoreSays_findsTheOutcome(Kind kind) throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of(), failing(Operation.COMPLETE_UPLOAD, kind))) {
            Upload upload = upload(fixture);
            fixture.commit(upload);
            planned.set(1);
            assertThat(fixture.commit(upload).already()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNAVAILABLE", "THROTTLED"})
    void commit_answerLost_isSettled(Kind kind) throws Exception {
        try (WriterFixture fixture = new WriterFixture(
                Map.of(),
                FaultyStore.losing(
                        kind,
                        request ->
                                request.operation() == Operation.COMPLETE_UPLOAD && planned.getAndDecrement() > 0))) {
            Upload upload = upload(fixture);
            planned.set(1);
            assertThat(fixture.commit(upload).length()).isEqualTo(BYTES.length);
            assertThat(fixture.memory.bytes(URI)).isEqualTo(BYTES);
        }
    }

    @Test
    void commit_storeFailsForAWhile_isTriedAgain() throws Exception {
        FaultyStore.Plan plan = failing(Operation.COMPLETE_UPLOAD, Kind.UNAVAILABLE);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            Upload upload = upload(fixture);
            planned.set(3);
            assertThat(fixture.commit(upload).already()).isFalse();
            assertThat(fixture.requests.count(Operation.COMPLETE_UPLOAD)).isEqualTo(4);
        }
    }

    @Test
    void commit_abortedUpload_failsWithUriAndId() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            get(fixture.engine.committer().abort(upload));
            assertLost(fixture, upload);
        }
    }

    /** Ceph 16 answers 500 for an upload that was aborted. */
    @Test
    void commit_abortedUploadThatTheStoreFailsFor_isNotTriedForEver() throws Exception {
        FaultyStore.Plan plan = failing(Operation.COMPLETE_UPLOAD, Kind.UNAVAILABLE);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            Upload upload = upload(fixture);
            get(fixture.engine.committer().abort(upload));
            planned.set(Integer.MAX_VALUE);
            assertLost(fixture, upload);
            assertThat(fixture.requests.count(Operation.COMPLETE_UPLOAD)).isEqualTo(1);
        }
    }

    @Test
    void commit_lostUploadWithAnotherObjectAtTheKey_isNotTakenForItsOutcome() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            get(fixture.engine.committer().abort(upload));
            fixture.memory.put(URI, BYTES);
            assertLost(fixture, upload);
            fixture.memory.put(
                    URI,
                    WriteBody.of(BYTES),
                    ObjectAttributes.NONE.withMetadata(Upload.MARKER, "other"),
                    Precondition.NONE);
            assertLost(fixture, upload);
            fixture.memory.put(
                    URI,
                    WriteBody.of(new byte[7]),
                    ObjectAttributes.NONE.withMetadata(Upload.MARKER, upload.marker()),
                    Precondition.NONE);
            assertLost(fixture, upload);
        }
    }

    @Test
    void commit_whenItCannotBeTold_isTriedAgainRatherThanLost() throws Exception {
        AtomicInteger heads = new AtomicInteger(3);
        FaultyStore.Plan plan = FaultyStore.failing(
                Kind.UNAVAILABLE, request -> request.operation() == Operation.HEAD && heads.getAndDecrement() > 0);
        try (WriterFixture fixture = new WriterFixture(Map.of("write.verify-size", "false"), plan)) {
            Upload upload = upload(fixture);
            fixture.commit(upload);
            assertThat(fixture.commit(upload).already()).isTrue();
        }
    }

    @Test
    void commit_objectOfAnotherSize_isRefused() throws Exception {
        FaultyStore.Plan plan = new FaultyStore.Plan() {};
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            Upload upload = upload(fixture);
            Part first = upload.parts().get(0);
            Upload wrong = new Upload(
                    URI,
                    upload.uploadId(),
                    upload.marker(),
                    List.of(new Part(first.number(), first.etag(), first.length() - 1)));
            assertThat(WriterFixture.failure(fixture.engine.committer().commit(wrong, Precondition.NONE)))
                    .hasMessageContaining(URI.toString())
                    .hasMessageContaining(Long.toString(first.length()))
                    .hasMessageContaining(Long.toString(first.length() - 1));
        }
    }

    @Test
    void commit_overwrittenOrDeletedSince_isNoFault() throws Exception {
        Runnable[] between = {() -> {}};
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    between[0].run();
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            between[0] = () -> fixture.memory.delete(URI);
            assertThat(fixture.commit(upload(fixture)).already()).isFalse();
            between[0] = () -> overwrite(fixture);
            assertThat(fixture.commit(upload(fixture)).already()).isFalse();
        }
    }

    @Test
    void commit_answerLostAndHeadsFailing_isNotTakenForLost() throws Exception {
        AtomicInteger heads = new AtomicInteger(2);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.HEAD && heads.getAndDecrement() > 0) {
                    throw new StoreException(Kind.THROTTLED, request, "planned");
                }
            }

            @Override
            public void after(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD && planned.getAndDecrement() > 0) {
                    throw new StoreException(Kind.UNAVAILABLE, request, "planned loss of the answer");
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            Upload upload = upload(fixture);
            planned.set(1);
            assertThat(fixture.commit(upload).already()).isTrue();
        }
    }

    /** What the writer has sent since, a restart of it has not seen: two restores give the same object. */
    /** Ceph refuses a completion that leaves out a part. */
    /** A part of the old writer arrives between the tail and the completion. */
    /** AWS answers a HEAD of a key that does not exist so, if there is no right to list. */
    /** Somebody comes back to what was persisted while the object was open, after it was committed with more. */
    /** A part was sent twice, and the store has another etag of it than the answer that came. */
    @Test
    void commit_partWithAnotherEtagOfTheSameLength_isCompleted() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            fixture.memory.uploadPart(upload, 1, WriteBody.of(Arrays.copyOf(BYTES, PART)));
            assertThat(fixture.commit(upload).already()).isFalse();
            assertThat(fixture.memory.bytes(URI)).isEqualTo(BYTES);
        }
    }

    @Test
    void commit_many_areInFlightTogether() throws Exception {
        int count = 20;
        CountDownLatch together = new CountDownLatch(count);
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    together.countDown();
                    await(request, together);
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of("max-requests-in-flight", "32"), plan)) {
            List<Upload> uploads = IntStream.range(0, count)
                    .mapToObj(i -> upload(fixture, URI.withKey("object-" + i)))
                    .toList();
            List<CompletableFuture<CommittedObject>> commits = uploads.stream()
                    .map(upload -> fixture.engine.committer().commit(upload, Precondition.NONE))
                    .toList();
            for (CompletableFuture<CommittedObject> commit : commits) {
                assertThat(get(commit).length()).isEqualTo(BYTES.length);
            }
        }
    }

    @Test
    void commit_ifAbsentWithAnObjectOfOthers_exists() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            fixture.memory.put(URI, BYTES);
            assertThat(WriterFixture.failure(fixture.engine.committer().commit(upload, Precondition.IF_ABSENT)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXISTS));
        }
    }

    @Test
    void abort_twice_isDone() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            Upload upload = upload(fixture);
            get(fixture.engine.committer().abort(upload));
            get(fixture.engine.committer().abort(upload));
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    private static void assertLost(WriterFixture fixture, Upload upload) throws Exception {
        assertThat(WriterFixture.failure(fixture.engine.committer().commit(upload, Precondition.NONE)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOST_UPLOAD))
                .hasMessageContaining(URI.toString())
                .hasMessageContaining(upload.uploadId());
    }

    private static Upload upload(WriterFixture fixture) {
        return upload(fixture, URI);
    }

    private static Upload upload(WriterFixture fixture, ObjectUri uri) {
        try {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(uri));
            writer.write(BYTES, 0, BYTES.length);
            return get(writer.finish());
        } catch (Exception e) {
            throw new AssertionError("cannot upload", e);
        }
    }

    private static void overwrite(WriterFixture fixture) {
        try {
            fixture.memory.put(
                    URI,
                    WriteBody.of(new byte[1]),
                    ObjectAttributes.NONE.withMetadata(Upload.MARKER, "later"),
                    Precondition.NONE);
        } catch (StoreException e) {
            throw new AssertionError("cannot overwrite", e);
        }
    }

    private static void await(StoreRequest request, CountDownLatch latch) throws StoreException {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new StoreException(Kind.DENIED, request, "not all came together");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private FaultyStore.Plan failing(Operation operation, Kind kind) {
        return FaultyStore.failing(kind, request -> request.operation() == operation && planned.getAndDecrement() > 0);
    }
}
