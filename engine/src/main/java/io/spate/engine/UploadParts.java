package io.spate.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Brings the parts of one object to its store: begins the upload with the first of them, and keeps some of them in flight
 * while the others wait for their turn. Each part's memory goes back to the pool as soon as the store has it, or as soon as
 * it is clear that it will not get it. Thread-safe.
 */
final class UploadParts {
    private record Queued(int number, PartBuffer body) {}

    /** Whoever waits until the store has all parts up to a number. */
    private record Waiter(int last, CompletableFuture<Upload> stored) {}

    private final WriteTarget target;
    private final ObjectAttributes attributes;
    private final int concurrency;
    private final StoreTasks tasks;
    private final BufferPool pool;
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private final Map<Integer, StoreTask<Part>> inFlight = new TreeMap<>();
    private final TreeMap<Integer, Part> stored = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private Optional<StoreTask<String>> creation = Optional.empty();
    private Optional<String> uploadId = Optional.empty();
    private Optional<IOException> failure = Optional.empty();
    private int last;

    UploadParts(WriteTarget target, ObjectAttributes attributes, int concurrency, StoreTasks tasks, BufferPool pool) {
        this.target = target;
        this.attributes = attributes;
        this.concurrency = concurrency;
        this.tasks = tasks;
        this.pool = pool;
    }

    /** Takes a part over, whatever becomes of it. Numbers rise from call to call. */
    void add(int number, PartBuffer body) {
        pool.send(body.blockCount());
        boolean begin;
        synchronized (this) {
            last = number;
            queue.add(new Queued(number, body));
            begin = creation.isEmpty();
        }
        if (begin) {
            create();
        } else {
            advance();
        }
    }

    synchronized boolean isBegun() {
        return creation.isPresent();
    }

    /** Parts that the store does not have yet. */
    synchronized int pending() {
        return queue.size() + inFlight.size();
    }

    /** @throws IOException what has made this object impossible */
    synchronized void check() throws IOException {
        if (failure.isEmpty()) {
            return;
        }
        if (failure.get() instanceof StoreException refused) {
            throw new StoreException(refused.kind(), refused.request().orElseThrow(), refused.detail(), refused);
        }
        throw new IOException(
                "cannot write " + target.uri() + ": " + failure.get().getMessage(), failure.get());
    }

    /** The upload with all parts that were added up to now, as soon as the store has them. */
    CompletableFuture<Upload> whenStored() {
        CompletableFuture<Upload> whole = new CompletableFuture<>();
        synchronized (this) {
            waiters.add(new Waiter(last, whole));
        }
        advance();
        return whole;
    }

    /**
     * Gives up what the store does not have yet. The future is done when nothing is under way any more, and holds the
     * upload if one was begun.
     */
    CompletableFuture<Optional<Upload>> stop() {
        fail(new IOException("writing to " + target.uri() + " was given up"));
        List<StoreTask<Part>> running;
        Optional<StoreTask<String>> begun;
        synchronized (this) {
            running = List.copyOf(inFlight.values());
            begun = creation;
        }
        running.forEach(StoreTask::cancel);
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
        StoreTask<String> task = tasks.start(request, () -> tasks.store().createUpload(target.uri(), attributes));
        synchronized (this) {
            creation = Optional.of(task);
        }
        whenOver(task.result(), (id, e) -> {
            if (e != null) {
                fail(e);
                return;
            }
            synchronized (this) {
                uploadId = Optional.of(id);
            }
            advance();
        });
    }

    /** Starts what may start, and tells those who wait for what has arrived. */
    private void advance() {
        while (true) {
            Queued next;
            Upload upload;
            synchronized (this) {
                if (uploadId.isEmpty() || failure.isPresent() || inFlight.size() >= concurrency) {
                    break;
                }
                next = queue.poll();
                if (next == null) {
                    break;
                }
                upload = new Upload(target.uri(), uploadId.get(), target.marker());
                inFlight.put(next.number(), newTask(upload, next));
            }
            send(next);
        }
        release();
        answerWaiters();
    }

    private StoreTask<Part> newTask(Upload upload, Queued part) {
        StoreRequest request = StoreRequest.part(Operation.UPLOAD_PART, upload, part.number());
        return tasks.prepare(request, () -> tasks.store().uploadPart(upload, part.number(), part.body()));
    }

    private void send(Queued part) {
        StoreTask<Part> task;
        synchronized (this) {
            task = inFlight.get(part.number());
        }
        whenOver(task.result(), (stored, e) -> {
            pool.giveBackSent(part.body().takeBlocks());
            synchronized (this) {
                inFlight.remove(part.number());
                if (e == null) {
                    this.stored.put(part.number(), stored);
                }
            }
            if (e != null) {
                fail(e);
            } else {
                advance();
            }
        });
        task.submit();
    }

    private void fail(Throwable cause) {
        synchronized (this) {
            if (failure.isEmpty()) {
                failure = Optional.of(cause instanceof IOException known ? known : new IOException(cause));
            }
        }
        release();
        answerWaiters();
    }

    /** Lets go of the parts that will never be sent. */
    private void release() {
        List<Queued> unsent = new ArrayList<>();
        synchronized (this) {
            if (failure.isPresent()) {
                unsent.addAll(queue);
                queue.clear();
            }
        }
        unsent.forEach(part -> pool.giveBackSent(part.body().takeBlocks()));
    }

    private void answerWaiters() {
        Map<Waiter, Upload> served = new LinkedHashMap<>();
        List<Waiter> disappointed = new ArrayList<>();
        Optional<IOException> failed;
        synchronized (this) {
            failed = failure;
            for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
                Waiter waiter = all.next();
                if (isStored(waiter.last())) {
                    served.put(waiter, upTo(waiter.last()));
                    all.remove();
                } else if (failed.isPresent()) {
                    disappointed.add(waiter);
                    all.remove();
                }
            }
        }
        served.forEach((waiter, upload) -> waiter.stored().complete(upload));
        disappointed.forEach(waiter -> waiter.stored().completeExceptionally(failed.orElseThrow()));
    }

    private boolean isStored(int number) {
        return stored.headMap(number, true).size() == number;
    }

    private Upload upTo(int number) {
        return new Upload(
                target.uri(),
                uploadId.orElseThrow(),
                target.marker(),
                List.copyOf(stored.headMap(number, true).values()));
    }

    /** Has a failure as it was thrown. */
    private static <T> void whenOver(CompletableFuture<T> future, BiConsumer<T, Throwable> action) {
        CompletableFuture<T> unused = future.whenComplete((value, e) -> action.accept(
                value,
                e instanceof CompletionException wrapped && wrapped.getCause() != null ? wrapped.getCause() : e));
    }
}
