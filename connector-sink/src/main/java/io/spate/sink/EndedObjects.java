package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;

import io.spate.engine.ObjectUri;

/**
 * Objects that have all of their bytes, while these are on their way to the store. Used by the task; others may ask how
 * far they are.
 */
final class EndedObjects {
    private record Ended(ObjectUri uri, IntSupplier parts, CompletableFuture<Optional<SpateCommittable>> outcome) {
        /** Whether nothing is left of it that anybody asks for. */
        boolean isForgettable() {
            return outcome.isDone()
                    && !outcome.isCompletedExceptionally()
                    && outcome.join().isEmpty();
        }
    }

    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    /** @param parts how many parts of it are in flight */
    void add(ObjectUri uri, IntSupplier parts, CompletableFuture<Optional<SpateCommittable>> outcome) {
        ended.removeIf(Ended::isForgettable);
        ended.add(new Ended(uri, parts, outcome));
    }

    /** Waits until all have arrived, and gives those that are left to be committed. Nothing is held afterwards. */
    List<SpateCommittable> await() throws IOException, InterruptedException {
        List<SpateCommittable> committables = new ArrayList<>();
        for (Ended object : ended) {
            Outcome.of(object.outcome(), "finishing " + object.uri()).ifPresent(committables::add);
        }
        ended.clear();
        return committables;
    }

    int partsInFlight() {
        return ended.stream().mapToInt(object -> object.parts().getAsInt()).sum();
    }
}
