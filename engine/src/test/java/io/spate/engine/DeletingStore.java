package io.spate.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.spate.engine.StoreException.Kind;

/** Remembers what is deleted together, and fails single keys as long as planned. */
final class DeletingStore extends ForwardingStore {
    final List<List<ObjectUri>> batches = new CopyOnWriteArrayList<>();
    final List<ObjectUri> singles = new CopyOnWriteArrayList<>();
    final Map<ObjectUri, Kind> kinds = new ConcurrentHashMap<>();
    final Map<ObjectUri, Integer> times = new ConcurrentHashMap<>();
    final Map<ObjectUri, StoreException> also = new ConcurrentHashMap<>();
    final AtomicInteger unavailable = new AtomicInteger();
    volatile Predicate<List<ObjectUri>> refuse = batch -> false;
    volatile Runnable onRequest = () -> {};

    DeletingStore(ObjectStore store) {
        super(store);
    }

    void fail(ObjectUri uri, Kind kind, int count) {
        kinds.put(uri, kind);
        times.put(uri, count);
    }

    List<Integer> sizes() {
        return batches.stream().map(List::size).toList();
    }

    @Override
    void before(StoreRequest request) {}

    @Override
    public void delete(ObjectUri uri) throws StoreException {
        singles.add(uri);
        onRequest.run();
        if (fails(uri)) {
            throw failure(uri);
        }
        super.delete(uri);
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        batches.add(List.copyOf(uris));
        onRequest.run();
        StoreRequest request = StoreRequest.of(Operation.DELETE_MANY, uris.get(0));
        if (refuse.test(uris)) {
            throw new StoreException(Kind.INVALID, request, "NotImplemented");
        }
        if (unavailable.getAndDecrement() > 0) {
            throw new StoreException(Kind.UNAVAILABLE, request, "planned");
        }
        Map<ObjectUri, StoreException> failures = new HashMap<>(also);
        List<ObjectUri> left = new ArrayList<>(uris);
        for (ObjectUri uri : uris) {
            if (fails(uri)) {
                failures.put(uri, failure(uri));
                left.remove(uri);
            }
        }
        if (!left.isEmpty()) {
            super.deleteMany(left);
        }
        return failures;
    }

    private boolean fails(ObjectUri uri) {
        return times.merge(uri, -1, Integer::sum) >= 0;
    }

    private StoreException failure(ObjectUri uri) {
        return new StoreException(kinds.get(uri), StoreRequest.of(Operation.DELETE_MANY, uri), "planned");
    }
}
