package io.spate.engine;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.spate.engine.StoreException.Kind;

/** One call of {@link BulkDelete}. The thread of its caller keeps the books; those of the executor only send. */
final class DeleteRun {
    /** What a store says to one request: what failed, or why all of it did. */
    private record Answer(
            List<ObjectUri> batch, Map<ObjectUri, StoreException> failures, Optional<StoreException> refusal) {}

    /** Keys that must not be sent again before a time of {@link System#nanoTime()}. */
    private record Waiting(long nanos, List<ObjectUri> keys) {}

    private final Function<String, Transfer> transferOfBucket;
    private final CompletionService<Answer> requests;
    private final int concurrency;
    private final int mostFailures;
    private final long started = System.nanoTime();

    private final DeleteBatches batches = new DeleteBatches();
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong((Waiting each) -> each.nanos() - started));
    private final Map<ObjectUri, Retry.Tries> tries = new HashMap<>();
    private final Map<ObjectUri, StoreException> failures = new HashMap<>();
    private int inFlight;
    private boolean rejected;
    private long deleted;
    private long resent;

    DeleteRun(Function<String, Transfer> transferOfBucket, Executor executor, int concurrency, int mostFailures) {
        this.transferOfBucket = transferOfBucket;
        this.requests = new ExecutorCompletionService<>(executor);
        this.concurrency = concurrency;
        this.mostFailures = mostFailures;
    }

    DeleteOutcome run(Iterator<ObjectUri> uris) throws InterruptedIOException {
        while (true) {
            takeBack();
            Optional<List<ObjectUri>> batch = inFlight < concurrency ? nextBatch(uris) : Optional.empty();
            if (batch.isPresent()) {
                send(batch.get());
            } else if (inFlight > 0 || !waiting.isEmpty()) {
                await().ifPresent(this::settle);
            } else {
                return new DeleteOutcome(deleted, resent, failures, uris.hasNext());
            }
        }
    }

    private void takeBack() {
        while (!waiting.isEmpty() && waiting.peek().nanos() - System.nanoTime() <= 0) {
            waiting.poll().keys().forEach(batches::add);
        }
    }

    /** The keys that come back from waiting go with new ones as long as there are any. */
    private Optional<List<ObjectUri>> nextBatch(Iterator<ObjectUri> uris) {
        Optional<List<ObjectUri>> batch = batches.next();
        while (batch.isEmpty() && mayTake() && uris.hasNext()) {
            take(uris.next());
            batch = batches.next();
        }
        return batch.isPresent() ? batch : batches.last();
    }

    private boolean mayTake() {
        return !rejected && failures.size() < mostFailures && tries.size() < (long) concurrency * DeleteBatches.LARGEST;
    }

    /** To delete a key that is empty would mean to delete the bucket. */
    private void take(ObjectUri uri) {
        if (uri.key().isEmpty()) {
            StoreRequest request = StoreRequest.of(Operation.DELETE, uri);
            failures.put(uri, new StoreException(Kind.INVALID, request, "there is no key: this names a bucket"));
        } else {
            batches.take(uri);
        }
    }

    private void send(List<ObjectUri> batch) {
        ObjectStore store = transferOf(batch).store();
        try {
            Future<Answer> unused = requests.submit(() -> ask(store, batch));
            inFlight++;
        } catch (RejectedExecutionException e) {
            rejected = true;
            batch.forEach(uri -> notSent(uri, e));
        }
    }

    private void notSent(ObjectUri uri, RejectedExecutionException e) {
        StoreRequest request = StoreRequest.of(Operation.DELETE, uri);
        failures.put(uri, new StoreException(Kind.UNAVAILABLE, request, "not sent: the executor rejects it, " + e, e));
        settled(uri);
    }

    private static Answer ask(ObjectStore store, List<ObjectUri> batch) {
        try {
            if (batch.size() > 1) {
                return new Answer(batch, store.deleteMany(batch), Optional.empty());
            }
            store.delete(batch.get(0));
            return new Answer(batch, Map.of(), Optional.empty());
        } catch (StoreException e) {
            return new Answer(batch, Map.of(), Optional.of(e));
        }
    }

    /** An answer, if one comes before there are keys to be sent again. */
    private Optional<Answer> await() throws InterruptedIOException {
        try {
            Future<Answer> done = waiting.isEmpty()
                    ? requests.take()
                    : requests.poll(waiting.peek().nanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (done == null) {
                return Optional.empty();
            }
            inFlight--;
            return Optional.of(done.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while deleting, after " + deleted + " keys");
        } catch (ExecutionException e) {
            throw new IllegalStateException("deleting failed after " + deleted + " keys", e.getCause());
        }
    }

    private void settle(Answer answer) {
        boolean together = answer.batch().size() > 1;
        if (together && answer.refusal().map(StoreException::kind).equals(Optional.of(Kind.INVALID))) {
            batches.refused(answer.batch());
        } else if (answer.refusal().isPresent()) {
            Map<ObjectUri, StoreException> all = new LinkedHashMap<>();
            answer.batch().forEach(uri -> all.put(uri, answer.refusal().get()));
            failed(answer.batch(), all);
        } else {
            if (together) {
                batches.taken(answer.batch().get(0).bucket());
            }
            settleEach(answer.batch(), answer.failures());
        }
    }

    /**
     * What a store says of keys that it was not asked for is kept, for it can only mean some that it was. A key that does not
     * exist is no failure of the store's, so what is not found is the bucket.
     */
    private void settleEach(List<ObjectUri> batch, Map<ObjectUri, StoreException> answered) {
        Map<ObjectUri, StoreException> unasked = new HashMap<>(answered);
        Map<ObjectUri, StoreException> asked = new LinkedHashMap<>();
        for (ObjectUri uri : batch) {
            StoreException failure = unasked.remove(uri);
            if (failure == null) {
                deleted(uri);
            } else if (failure.kind() == Kind.INVALID && batch.size() > 1) {
                batches.addAlone(uri);
            } else {
                asked.put(uri, failure);
            }
        }
        failures.putAll(unasked);
        failed(batch, asked);
    }

    /** Those that may be sent again wait together, as long as one of them would: the waits of many are no longer random. */
    private void failed(List<ObjectUri> batch, Map<ObjectUri, StoreException> failed) {
        Transfer transfer = transferOf(batch);
        List<ObjectUri> again = new ArrayList<>();
        long wait = 0;
        for (Map.Entry<ObjectUri, StoreException> each : failed.entrySet()) {
            ObjectUri uri = each.getKey();
            try {
                wait = tries.computeIfAbsent(uri, key -> transfer.retry().begin())
                        .waitAfter(each.getValue())
                        .toNanos();
                again.add(uri);
            } catch (StoreException last) {
                failures.put(uri, last);
                settled(uri);
            }
        }
        if (!again.isEmpty()) {
            resent += again.size();
            transfer.stats().increment(IoStat.RETRIES);
            waiting.add(new Waiting(System.nanoTime() + wait, again));
        }
    }

    private void deleted(ObjectUri uri) {
        deleted++;
        failures.remove(uri);
        settled(uri);
    }

    private void settled(ObjectUri uri) {
        tries.remove(uri);
        batches.settled(uri);
    }

    private Transfer transferOf(List<ObjectUri> batch) {
        return transferOfBucket.apply(batch.get(0).bucket());
    }
}
