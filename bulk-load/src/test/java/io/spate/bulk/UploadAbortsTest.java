package io.spate.bulk;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.bulk.AbortOutcome.Status;
import io.spate.engine.CountingStore;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PathPattern;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.UploadInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class UploadAbortsTest {
    private static final UploadFilter FILTER = new UploadFilter(
            PathPattern.parse("spate://b"), Optional.empty(), Optional.empty(), Instant.parse("2026-01-31T00:00:00Z"));

    private final MemoryStore memory = new MemoryStore();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void abort_severalPages_costsOneRequestEachAndPrintsInOrder() throws Exception {
        open(250);
        CountingStore store = new CountingStore(memory);

        try (UploadAborts aborts = aborts(store, false)) {
            assertThat(UploadsAbortCommand.abort(store, FILTER, true, aborts)).isZero();
            assertThat(aborts.count(Status.ABORTED)).isEqualTo(250);
        }

        assertThat(store.count(Operation.ABORT_UPLOAD)).isEqualTo(250);
        assertThat(store.count(Operation.LIST_UPLOADS)).isEqualTo(3);
        assertThat(memory.openUploads()).isEmpty();
        assertThat(out.toString().lines()).hasSize(250).isSorted();
    }

    @Test
    void abort_oneFails_theOthersAreAbortedAndTheFailureIsTold() throws Exception {
        open(5);
        ObjectStore store = failing(
                Kind.DENIED,
                request -> request.operation() == Operation.ABORT_UPLOAD
                        && request.uri().key().equals("k002"));

        try (UploadAborts aborts = aborts(store, false)) {
            UploadsAbortCommand.abort(store, FILTER, true, aborts);
            assertThat(aborts.count(Status.ABORTED)).isEqualTo(4);
            assertThat(aborts.count(Status.FAILED)).isEqualTo(1);
            assertThatThrownBy(aborts::requireNoFailure)
                    .isInstanceOf(IOException.class)
                    .hasMessage("1 of 5 uploads could not be aborted");
        }

        assertThat(memory.openUploads())
                .extracting(upload -> upload.uri().key())
                .containsExactly("k002");
        assertThat(out.toString()).contains("  failed       spate://b/k002\n").hasLineCount(5);
        assertThat(err.toString())
                .startsWith("spate: DENIED: ABORT_UPLOAD spate://b/k002 (upload ")
                .hasLineCount(1);
    }

    @Test
    void abort_goneAlready_countsAsDone() throws Exception {
        open(1);
        ObjectStore store = failing(Kind.LOST_UPLOAD, request -> request.operation() == Operation.ABORT_UPLOAD);

        try (UploadAborts aborts = aborts(store, false)) {
            UploadsAbortCommand.abort(store, FILTER, true, aborts);
            assertThat(aborts.count(Status.GONE)).isEqualTo(1);
            aborts.requireNoFailure();
        }

        assertThat(out.toString()).contains("  gone         spate://b/k000");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void abort_dryRun_sendsNoAbort() throws Exception {
        open(3);
        CountingStore store = new CountingStore(memory);

        try (UploadAborts aborts = aborts(store, true)) {
            UploadsAbortCommand.abort(store, FILTER, true, aborts);
            assertThat(aborts.count(Status.WOULD_ABORT)).isEqualTo(3);
        }

        assertThat(store.count(Operation.ABORT_UPLOAD)).isZero();
    }

    @Test
    void abort_notOwnOnes_areCounted() throws Exception {
        open(3);

        try (UploadAborts aborts = aborts(memory, false)) {
            assertThat(UploadsAbortCommand.abort(memory, FILTER, false, aborts)).isEqualTo(3);
        }

        assertThat(memory.openUploads()).hasSize(3);
    }

    @Test
    void abort_uploadOfTheFuture_stopsSinceTheClocksDiffer() {
        open(3);
        Instant begun = memory.openUploads().stream()
                .map(UploadInfo::initiated)
                .max(Comparator.naturalOrder())
                .orElseThrow();

        try (UploadAborts aborts = aborts(memory, false)) {
            assertThatThrownBy(() ->
                            UploadsAbortCommand.abort(memory, filter(begun.minus(Duration.ofMinutes(6))), true, aborts))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("spate://b/k000")
                    .hasMessageContaining("the clocks differ");
        }

        assertThat(memory.openUploads()).hasSize(3);
    }

    @Test
    void abort_clocksDifferALittle_goesOn() throws Exception {
        open(1);
        Instant begun = memory.openUploads().get(0).initiated();

        try (UploadAborts aborts = aborts(memory, false)) {
            UploadsAbortCommand.abort(memory, filter(begun.minus(Duration.ofMinutes(4))), true, aborts);
        }

        assertThat(memory.openUploads()).isEmpty();
    }

    private static UploadFilter filter(Instant now) {
        return new UploadFilter(FILTER.paths(), Optional.empty(), Optional.empty(), now);
    }

    @Test
    void abort_listingBreaks_tellsWhatWasDoneBefore() {
        open(150);
        AtomicInteger pages = new AtomicInteger();
        ObjectStore store = failing(
                Kind.DENIED, request -> request.operation() == Operation.LIST_UPLOADS && pages.incrementAndGet() == 2);

        try (UploadAborts aborts = aborts(store, false)) {
            assertThatThrownBy(() -> UploadsAbortCommand.abort(store, FILTER, true, aborts))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("LIST_UPLOADS");
            assertThat(aborts.count(Status.ABORTED)).isEqualTo(100);
        }

        assertThat(out.toString()).hasLineCount(100);
    }

    private UploadAborts aborts(ObjectStore store, boolean dryRun) {
        return new UploadAborts(store, dryRun, new UploadPrinter(new PrintWriter(out), new PrintWriter(err), false));
    }

    private ObjectStore failing(Kind kind, Predicate<StoreRequest> when) {
        return new FaultyStore(memory, FaultyStore.failing(kind, when));
    }

    private void open(int count) {
        memory.createBucket("b");
        IntStream.range(0, count).forEach(i -> create("k%03d".formatted(i)));
    }

    private void create(String key) {
        try {
            memory.createUpload(new ObjectUri("b", key), ObjectAttributes.NONE);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }
}
