package io.spate.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Groups keys into what goes with one request: up to 1000 of one bucket, or a single one. Knows which keys are held, from
 * when they are taken until they are settled. Does no I/O; used by one thread.
 */
final class DeleteBatches {
    static final int LARGEST = 1000;
    private static final int MOST_BUCKETS = 16;
    /** How many keys go alone before a store that has refused a request for many is asked for such again. */
    private static final int ALONE = 1000;

    private final Map<String, List<ObjectUri>> open = new LinkedHashMap<>();
    private final Deque<List<ObjectUri>> ready = new ArrayDeque<>();
    private final Set<ObjectUri> held = new HashSet<>();
    private final Set<String> taking = new HashSet<>();
    /** How many keys of these buckets still go alone. */
    private final Map<String, Integer> refusing = new HashMap<>();

    /** Takes a key, unless it is held. */
    void take(ObjectUri uri) {
        if (held.add(uri)) {
            add(uri);
        }
    }

    /** Has a key that is held go with another request. */
    void add(ObjectUri uri) {
        if (refusing.containsKey(uri.bucket())) {
            refusing.computeIfPresent(uri.bucket(), (bucket, keys) -> keys == 1 ? null : keys - 1);
            addAlone(uri);
            return;
        }
        List<ObjectUri> batch = open.computeIfAbsent(uri.bucket(), bucket -> new ArrayList<>());
        batch.add(uri);
        if (batch.size() == LARGEST) {
            close(uri.bucket());
        } else if (open.size() > MOST_BUCKETS) {
            close(fullest());
        }
    }

    /** Has a key that is held go with a request of its own. */
    void addAlone(ObjectUri uri) {
        ready.add(List.of(uri));
    }

    /** What is worth a request. */
    Optional<List<ObjectUri>> next() {
        return Optional.ofNullable(ready.poll());
    }

    /** What goes with a request if nothing more can be waited for. */
    Optional<List<ObjectUri>> last() {
        if (ready.isEmpty() && !open.isEmpty()) {
            close(fullest());
        }
        return next();
    }

    /** A store has taken a request for many keys of this bucket. */
    void taken(String bucket) {
        taking.add(bucket);
        refusing.remove(bucket);
    }

    /**
     * A store has refused a request as a whole: its keys go alone. So do the next ones if it never took any such, but not all
     * others: it may have been a single key that spoiled the request.
     */
    void refused(List<ObjectUri> batch) {
        String bucket = batch.get(0).bucket();
        batch.forEach(this::addAlone);
        if (!taking.contains(bucket) && refusing.putIfAbsent(bucket, ALONE) == null) {
            Optional.ofNullable(open.remove(bucket)).stream()
                    .flatMap(Collection::stream)
                    .forEach(this::add);
        }
    }

    /** Forgets a key. */
    void settled(ObjectUri uri) {
        held.remove(uri);
    }

    private String fullest() {
        return open.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .orElseThrow()
                .getKey();
    }

    private void close(String bucket) {
        ready.add(open.remove(bucket));
    }
}
