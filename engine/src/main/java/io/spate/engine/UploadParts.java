package io.spate.engine;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Brings the parts of one object to its store: begins the upload with the first of them, and keeps some of them in flight
 * while the others wait for their turn. Each part's memory goes back to the pool as soon as the store has it, or as soon as
 * it is clear that it will not get it. Thread-safe; nothing is done under its lock but bookkeeping.
 */
final class UploadParts {
    /** What is to be done after a change of the books. */
    private record Step(Optional<Sending> sending, List<PartLedger.Queued> unsent, List<PartLedger.Served> served) {}

    private record Sending(PartLedger.Queued part, StoreTask<Part> task) {}

    private final WriteTarget target;
    private final int concurrency;
    private final StoreTasks tasks;
    private final BufferPool pool;
    private final PartLedger ledger = new PartLedger();
    private final Set<StoreTask<Part>> inFlight = new HashSet<>();
    private Optional<StoreTask<String>> creation = Optional.empty();
    private Optional<String> uploadId = Optional.empty();

    UploadParts(WriteTarget target, int concurrency, StoreTasks tasks, BufferPool pool) {
        this.target = target;
        this.concurrency = concurrency;
        this.tasks = tasks;
        this.pool = pool;
    }

    /** Takes a part over, whatever becomes of it. Numbers are 1, 2, 3 and so on. Called by one thread. */
    void add(int number, PartBuffer body) {
        pool.sending(body.blockCount());
        synchronized (this) {
            ledger.add(number, body);
        }
        if (isBegun()) {
            advance();
        } else {
            create();
        }
    }

    synchronized boolean isBegun() {
        return creation.isPresent();
    }

    /** Whether the store has said that there is an upload. */
    synchronized boolean isKnown() {
        return uploadId.isPresent();
    }

    /** Parts that the store does not have yet. */
    synchronized int pending() {
        return ledger.pending();
    }

    /** @throws IOException what has made this object impossible */
    void check() throws IOException {
        Optional<IOException> failure;
        synchronized (this) {
            failure = ledger.failure();
        }
        if (failure.isEmpty()) {
            return;
        }
        IOException cause = failure.get();
        if (cause instanceof StoreException refused) {
            throw new StoreException(refused.kind(), request(refused), refused.detail(), refused);
        }
        throw new IOException("cannot write " + target.uri() + ": " + cause.getMessage(), cause);
    }

    /** The upload with all parts that were added up to now, as soon as the store has them. */
    CompletableFuture<Upload> whenStored() {
        CompletableFuture<List<Part>> parts;
        synchronized (this) {
            parts = ledger.await();
        }
        advance();
        return parts.thenApply(all -> new Upload(target.uri(), knownId(), target.marker(), all));
    }

    /**
     * Gives up what the store does not have yet. The future is done when nothing is under way any more, and holds the
     * upload if one was begun.
     */
    CompletableFuture<Optional<Upload>> stop() {
        List<StoreTask<Part>> running;
        Optional<StoreTask<String>> begun;
        synchronized (this) {
            ledger.fail(new IOException("writing to " + target.uri() + " was given up"));
            running = List.copyOf(inFlight);
            begun = creation;
        }
        advance();
        running.forEach(StoreTask::cancel);
        begun.ifPresent(StoreTask::cancel);
        CompletableFuture<?>[] ends = running.stream()
                .map(task -> task.result().handle((part, e) -> part))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture<Optional<String>> id = begun.map(
                        task -> task.result().handle((known, e) -> Optional.ofNullable(known)))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
        return CompletableFuture.allOf(ends)
                .thenCompose(ended -> id)
                .thenApply(known -> known.map(text -> new Upload(target.uri(), text, target.marker())));
    }

    private void create() {
        StoreRequest request = StoreRequest.of(Operation.CREATE_UPLOAD, target.uri());
        StoreTask<String> task =
                tasks.prepare(request, () -> tasks.store().createUpload(target.uri(), target.stored()));
        synchronized (this) {
            creation = Optional.of(task);
        }
        whenOver(task.result(), (id, e) -> {
            synchronized (this) {
                if (e == null) {
                    uploadId = Optional.of(id);
                } else {
                    ledger.fail(asIoException(e));
                }
            }
            advance();
        });
        task.submit();
    }

    /** Starts what may start, and tells those who wait for what has arrived. */
    private void advance() {
        Step step;
        do {
            step = step();
            step.unsent().forEach(part -> pool.giveBackSent(part.body().takeBlocks()));
            step.served().forEach(PartLedger.Served::tell);
            step.sending().ifPresent(this::send);
        } while (step.sending().isPresent());
    }

    private synchronized Step step() {
        Optional<Sending> sending =
                uploadId.flatMap(id -> ledger.next(concurrency).map(part -> sending(id, part)));
        sending.ifPresent(next -> inFlight.add(next.task()));
        return new Step(sending, ledger.unsent(), ledger.served());
    }

    private Sending sending(String id, PartLedger.Queued part) {
        Upload upload = new Upload(target.uri(), id, target.marker());
        StoreRequest request = StoreRequest.part(Operation.UPLOAD_PART, upload, part.number());
        return new Sending(
                part, tasks.prepare(request, () -> tasks.store().uploadPart(upload, part.number(), part.body())));
    }

    private void send(Sending sending) {
        whenOver(sending.task().result(), (part, e) -> {
            synchronized (this) {
                inFlight.remove(sending.task());
                if (e == null) {
                    ledger.arrived(part);
                } else {
                    ledger.lost(asIoException(e));
                }
            }
            // Only now: a writer that this wakes finds out first whether its own object has failed.
            pool.giveBackSent(sending.part().body().takeBlocks());
            advance();
        });
        sending.task().submit();
    }

    private synchronized String knownId() {
        return uploadId.orElseThrow();
    }

    private StoreRequest request(StoreException refused) {
        return refused.request().orElseGet(() -> StoreRequest.of(Operation.UPLOAD_PART, target.uri()));
    }

    private static IOException asIoException(Throwable e) {
        return e instanceof IOException known ? known : new IOException(e);
    }

    /** Has a failure as it was thrown. */
    private static <T> void whenOver(CompletableFuture<T> future, BiConsumer<T, Throwable> action) {
        CompletableFuture<T> unused = future.whenComplete((value, e) -> action.accept(
                value,
                e instanceof CompletionException wrapped && wrapped.getCause() != null ? wrapped.getCause() : e));
    }
}
