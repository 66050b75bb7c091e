package io.spate.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * What has become of the parts of one object: which wait for their turn, which are in flight, which the store has, and who
 * waits for them. It only keeps the books; numbers are 1, 2, 3 and so on. Guarded by whoever owns it.
 */
final class PartLedger {
    /** A part that waits for its turn. */
    record Queued(int number, PartBuffer body) {}

    /** Somebody whose wait is over, and the parts, or what has made them impossible. */
    record Served(CompletableFuture<List<Part>> waiting, List<Part> parts, Optional<IOException> failure) {
        /** Tells them. Not under a lock. */
        void tell() {
            failure.ifPresentOrElse(waiting::completeExceptionally, () -> waiting.complete(parts));
        }
    }

    private record Waiter(int last, CompletableFuture<List<Part>> waiting) {}

    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private final TreeMap<Integer, Part> stored = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private Optional<IOException> failure = Optional.empty();
    private int last;
    private int inFlight;

    /** So many parts, from the first, are all stored. */
    private int whole;

    void add(int number, PartBuffer body) {
        last = number;
        queue.add(new Queued(number, body));
    }

    int pending() {
        return queue.size() + inFlight;
    }

    Optional<IOException> failure() {
        return failure;
    }

    /** The next part to send, which counts as in flight from now on; none while so many are, or after a failure. */
    Optional<Queued> next(int mostInFlight) {
        if (failure.isPresent() || inFlight >= mostInFlight || queue.isEmpty()) {
            return Optional.empty();
        }
        inFlight++;
        return Optional.of(queue.remove());
    }

    void arrived(Part part) {
        inFlight--;
        stored.put(part.number(), part);
        while (stored.containsKey(whole + 1)) {
            whole++;
        }
    }

    void lost(IOException cause) {
        inFlight--;
        fail(cause);
    }

    /** The first failure is the one that counts. */
    void fail(IOException cause) {
        if (failure.isEmpty()) {
            failure = Optional.of(cause);
        }
    }

    /** The parts that will never be sent, each told once. */
    List<Queued> unsent() {
        if (failure.isEmpty()) {
            return List.of();
        }
        List<Queued> unsent = List.copyOf(queue);
        queue.clear();
        return unsent;
    }

    /** Waits for all parts that were added up to now. */
    CompletableFuture<List<Part>> await() {
        CompletableFuture<List<Part>> waiting = new CompletableFuture<>();
        waiters.add(new Waiter(last, waiting));
        return waiting;
    }

    /** Those whose wait is over, each told once. Parts that arrived before a failure are good. */
    List<Served> served() {
        List<Served> served = new ArrayList<>();
        for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.last() <= whole) {
                List<Part> parts =
                        List.copyOf(stored.headMap(waiter.last(), true).values());
                served.add(new Served(waiter.waiting(), parts, Optional.empty()));
                all.remove();
            } else if (failure.isPresent()) {
                served.add(new Served(waiter.waiting(), List.of(), failure));
                all.remove();
            }
        }
        return served;
    }
}
