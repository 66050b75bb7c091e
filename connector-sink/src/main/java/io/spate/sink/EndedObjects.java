package io.spate.sink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.spate.engine.ObjectUri;
import io.spate.engine.ObjectWriter;

/**
 * Objects that have all of their bytes, while these are on their way to the store and until a checkpoint takes them over.
 * Used by the task; others may ask how far they are.
 */
final class EndedObjects {
    private record Ended(ObjectUri uri, CompletableFuture<Optional<SpateCommittable>> outcome) {
        Optional<SpateCommittable> await() throws IOException, InterruptedException {
            return Outcome.of(outcome, "finishing " + uri);
        }

        /** Whether it has arrived, and nothing is left to be committed. */
        boolean isForgettable() {
            return outcome.isDone()
                    && !outcome.isCompletedExceptionally()
                    && outcome.join().isEmpty();
        }
    }

    private final Queue<Ended> ended = new ArrayDeque<>();
    private final Set<ObjectWriter> sending = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Ended> failed = new AtomicReference<>();

    /** An object of a writer that was ended. */
    void add(ObjectWriter writer, CompletableFuture<Optional<SpateCommittable>> outcome) {
        sending.add(writer);
        add(writer.uri(), outcome.whenComplete((done, failure) -> sending.remove(writer)));
    }

    void add(ObjectUri uri, CompletableFuture<Optional<SpateCommittable>> outcome) {
        while (!ended.isEmpty() && ended.peek().isForgettable()) {
            ended.remove();
        }
        Ended object = new Ended(uri, outcome);
        ended.add(object);
        CompletableFuture<?> unused = outcome.whenComplete((done, failure) -> {
            if (failure != null) {
                failed.compareAndSet(null, object);
            }
        });
    }

    /** Fails if one of them cannot arrive, since no checkpoint would succeed then. */
    void check() throws IOException {
        Ended impossible = failed.get();
        if (impossible != null) {
            Outcome.uninterrupted(impossible.outcome(), "finishing " + impossible.uri());
        }
    }

    /** Waits until all have arrived, and gives those that are left to be committed. Nothing is held afterwards. */
    List<SpateCommittable> await() throws IOException, InterruptedException {
        List<SpateCommittable> committables = new ArrayList<>();
        for (Ended object : ended) {
            object.await().ifPresent(committables::add);
        }
        ended.clear();
        return committables;
    }

    int partsInFlight() {
        return sending.stream().mapToInt(ObjectWriter::partsInFlight).sum();
    }
}
