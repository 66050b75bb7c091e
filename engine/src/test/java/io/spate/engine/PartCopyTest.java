package io.spate.engine;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class PartCopyTest extends CopyFixture {
    @Test
    void copy_largeObject_costsARequestForEachPartAndFiveMore() throws Exception {
        ObjectInfo source = source(LARGEST * (PARTS - 1) + 1);
        CountingStore store = new CountingStore(memory);

        CommittedObject copied = copy(store).copy(source, WriteTarget.of(TARGET).withMarker("new"));

        assertThat(store.count(Operation.COPY_PART)).isEqualTo(PARTS);
        assertThat(operations(store))
                .hasSize(PARTS + 5)
                .startsWith(Operation.HEAD, Operation.CREATE_UPLOAD)
                .endsWith(Operation.HEAD, Operation.COMPLETE_UPLOAD, Operation.HEAD);
        requireCopied(source, "new");
        assertThat(copied.etag()).isEqualTo(memory.head(TARGET).etag());
        assertThat(memory.openUploads()).isEmpty();
    }

    @Test
    void copy_sourceChangesBetweenPartsAndTheStoreDoesNotMind_isChangedAndAborted() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        ObjectStore careless = new ForwardingStore(memory) {
            @Override
            void before(StoreRequest request) {}

            @Override
            public Part copyPart(Upload upload, int number, ObjectInfo from, ByteRange range) throws StoreException {
                memory.put(SOURCE, new byte[LARGEST * PARTS]);
                return super.copyPart(upload, number, memory.head(SOURCE), range);
            }
        };

        assertThat(failure(new BulkCopy(careless, SpateOptions.defaults(), bucket -> PROFILE, Runnable::run), source))
                .returns(Kind.CHANGED, StoreException::kind);
        requireNothingLeft();
    }

    @Test
    void copy_partFails_abortsOnceNoOtherPartIsInFlight() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger inFlightAtAbort = new AtomicInteger(-1);
        FaultyStore store = new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.ABORT_UPLOAD) {
                    inFlightAtAbort.set(inFlight.get());
                } else if (request.part().startsWith("part 2 ")) {
                    failed.countDown();
                    throw new StoreException(Kind.DENIED, request, "planned failure");
                } else if (request.operation() == Operation.COPY_PART) {
                    inFlight.incrementAndGet();
                    awaited(failed);
                }
            }

            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.COPY_PART) {
                    inFlight.decrementAndGet();
                }
            }
        });
        CountingStore counting = new CountingStore(store);

        assertThat(failure(copy(counting), source))
                .returns(Kind.DENIED, StoreException::kind)
                .hasMessageContaining("part 2 of upload")
                .hasMessageContaining("copying " + SOURCE + " to " + TARGET);
        assertThat(inFlightAtAbort).hasValue(0);
        assertThat(counting.count(Operation.ABORT_UPLOAD)).isEqualTo(1);
        assertThat(counting.count(Operation.COMPLETE_UPLOAD)).isZero();
        requireNothingLeft();
    }

    @Test
    void copy_othersHaveUploadsAtTheTarget_abortsOnlyItsOwn() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        String other = memory.createUpload(TARGET, ObjectAttributes.NONE);

        assertThat(failure(copy(failing(Kind.INVALID, Operation.COMPLETE_UPLOAD)), source))
                .returns(Kind.INVALID, StoreException::kind);
        assertThat(memory.openUploads()).extracting(UploadInfo::uploadId).containsExactly(other);
    }

    @Test
    void copy_abortFailsToo_saysWhatIsLeft() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        FaultyStore store = new FaultyStore(
                memory,
                FaultyStore.failing(
                        Kind.UNAVAILABLE,
                        request -> request.operation() == Operation.COMPLETE_UPLOAD
                                || request.operation() == Operation.ABORT_UPLOAD));

        assertThat(failure(copy(store), source))
                .hasMessageContaining("; moreover UNAVAILABLE: ABORT_UPLOAD " + TARGET + " (upload "
                        + memory.openUploads().get(0).uploadId());
    }

    @Test
    void copy_answerOfCompletionIsLost_isDone() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        CountingStore store = new CountingStore(new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    throw new StoreException(Kind.UNAVAILABLE, request, "lost");
                }
            }
        }));
        try (Engine engine = Engine.over(store, SpateOptions.of(Map.of("memory", "32m")))) {
            BulkCopy copy = new BulkCopy(engine.store(), engine.options(), bucket -> PROFILE, threads);

            copy.copy(source, WriteTarget.of(TARGET).withMarker("new"));
        }

        assertThat(store.count(Operation.COMPLETE_UPLOAD)).isEqualTo(2);
        requireCopied(source, "new");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST_UPLOAD", "NOT_FOUND", "INVALID", "UNAVAILABLE", "CHANGED"})
    void copy_completionIsRepeatedAndRefused_isDone(Kind kind) throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        CountingStore store = new CountingStore(completing(kind));

        CommittedObject copied = copy(store).copy(source, WriteTarget.of(TARGET).withMarker("new"));

        assertThat(copied.etag()).isEqualTo(memory.head(TARGET).etag());
        requireCopied(source, "new");
        requireNothingOpen();
        assertThat(store.count(Operation.ABORT_UPLOAD)).isZero();
    }

    @Test
    void copy_whetherItIsCompleteCannotBeTold_saysThatTheObjectMayBeThere() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        ObjectStore blind = new FaultyStore(
                completing(Kind.INVALID),
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> request.operation() == Operation.HEAD
                                && request.uri().equals(TARGET)));

        assertThat(failure(copy(blind), source))
                .returns(Kind.DENIED, StoreException::kind)
                .hasMessageContaining("was completed before")
                .hasMessageContaining("the object may be there");
    }

    /** Completes uploads, but answers as if it had not. */
    private FaultyStore completing(Kind answer) {
        return new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    throw new StoreException(answer, request, "was completed before");
                }
            }
        });
    }

    @Test
    void copy_uploadIsAbortedByOthers_isLost() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        memory.put(TARGET, new byte[LARGEST * PARTS]);

        assertThat(failure(copy(failing(Kind.LOST_UPLOAD, Operation.COMPLETE_UPLOAD)), source))
                .returns(Kind.LOST_UPLOAD, StoreException::kind);
        requireNothingOpen();
    }

    @Test
    void copy_tooLarge_isRefusedBeforeAnUploadIsBegun() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        StoreProfile small =
                new StoreProfile(1, LARGEST, PARTS - 1, LARGEST * 10, false, true, false, false, false, false);
        CountingStore store = new CountingStore(memory);

        assertThat(failure(new BulkCopy(store, SpateOptions.defaults(), bucket -> small, threads), source))
                .returns(Kind.INVALID, StoreException::kind)
                .hasMessageContaining("larger than the store takes");
        assertThat(operations(store)).containsExactly(Operation.HEAD);
    }

    @Test
    void copy_parts_areInFlightTogetherUpToTheOption() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        CountDownLatch together = new CountDownLatch(CONCURRENCY);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        FaultyStore store = new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.COPY_PART) {
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    together.countDown();
                    awaited(together);
                }
            }

            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.COPY_PART) {
                    inFlight.decrementAndGet();
                }
            }
        });
        ExecutorService many = Executors.newCachedThreadPool();
        try {
            SpateOptions options = SpateOptions.of(Map.of("write.concurrency", String.valueOf(CONCURRENCY)));
            new BulkCopy(store, options, bucket -> PROFILE, many).copy(source, WriteTarget.of(TARGET));
        } finally {
            many.shutdownNow();
        }

        assertThat(most).hasValue(CONCURRENCY);
    }

    @Test
    void copy_interrupted_callsOffThePartsInFlightBeforeItAborts() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        Thread caller = Thread.currentThread();
        CountDownLatch started = new CountDownLatch(CONCURRENCY);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger inFlightAtAbort = new AtomicInteger(-1);
        CountingStore store = new CountingStore(new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.ABORT_UPLOAD) {
                    inFlightAtAbort.set(inFlight.get());
                } else if (request.operation() == Operation.COPY_PART) {
                    inFlight.incrementAndGet();
                    try {
                        answerNever(request);
                    } finally {
                        inFlight.decrementAndGet();
                    }
                }
            }

            private void answerNever(StoreRequest request) throws StoreException {
                started.countDown();
                awaited(started);
                caller.interrupt();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new StoreException(Kind.UNAVAILABLE, request, "interrupted", e);
                }
            }
        }));

        assertThatThrownBy(() -> copy(store).copy(source, WriteTarget.of(TARGET)))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessageContaining(SOURCE + " to " + TARGET);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inFlightAtAbort).hasValue(0);
        assertThat(store.count(Operation.COPY_PART)).isEqualTo(CONCURRENCY);
        requireNothingLeft();
    }

    @Test
    void copy_interruptedWhileTheExecutorIsBusyWithOthers_waitsForNone() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        CountDownLatch goOn = new CountDownLatch(1);
        for (int i = 0; i < CONCURRENCY; i++) {
            threads.execute(() -> awaited(goOn));
        }
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> copy(memory).copy(source, WriteTarget.of(TARGET)))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        requireNothingLeft();
    }

    @Test
    void copy_executorIsClosed_abortsAndFails() throws Exception {
        ObjectInfo source = source(LARGEST * PARTS);
        threads.shutdown();

        assertThatThrownBy(() -> copy(memory).copy(source, WriteTarget.of(TARGET)))
                .isInstanceOf(IllegalStateException.class);
        requireNothingLeft();
    }
}
