package io.spate.bulk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.spate.bulk.AbortOutcome.Status;
import io.spate.engine.ObjectStore;
import io.spate.engine.StoreException;
import io.spate.engine.UploadInfo;

/** Aborts uploads, several at a time, and prints what has become of each in the order in which they were given. */
final class UploadAborts implements AutoCloseable {
    private static final int CONCURRENCY = 8;

    private record Pending(UploadInfo upload, Future<AbortOutcome> outcome) {}

    private final ObjectStore store;
    private final boolean dryRun;
    private final UploadPrinter printer;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final Map<Status, Long> counts = new EnumMap<>(Status.class);

    /** @param dryRun whether to send nothing */
    UploadAborts(ObjectStore store, boolean dryRun, UploadPrinter printer) {
        this.store = store;
        this.dryRun = dryRun;
        this.printer = printer;
    }

    void add(UploadInfo upload) throws IOException {
        if (pending.size() == CONCURRENCY) {
            settleFirst();
        }
        pending.add(new Pending(upload, threads.submit(() -> abort(upload))));
    }

    /** Waits for all that are in flight. */
    void finish() throws IOException {
        while (!pending.isEmpty()) {
            settleFirst();
        }
    }

    long count(Status status) {
        return counts.getOrDefault(status, 0L);
    }

    /** Fails if any could not be aborted. */
    void requireNoFailure() throws IOException {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        if (count(Status.FAILED) > 0) {
            throw new IOException(count(Status.FAILED) + " of " + total + " uploads could not be aborted");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private AbortOutcome abort(UploadInfo upload) {
        if (dryRun) {
            return AbortOutcome.of(Status.WOULD_ABORT);
        }
        try {
            store.abort(upload.toUpload());
            return AbortOutcome.of(Status.ABORTED);
        } catch (StoreException e) {
            return e.kind() == StoreException.Kind.LOST_UPLOAD ? AbortOutcome.of(Status.GONE) : AbortOutcome.failed(e);
        }
    }

    private void settleFirst() throws IOException {
        Pending first = pending.remove();
        AbortOutcome outcome = await(first.outcome());
        counts.merge(outcome.status(), 1L, Long::sum);
        printer.ended(first.upload(), outcome);
        printer.flush();
    }

    private static AbortOutcome await(Future<AbortOutcome> outcome) throws IOException {
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while aborting uploads");
        } catch (ExecutionException e) {
            throw new IOException("aborting failed", e.getCause());
        }
    }
}
