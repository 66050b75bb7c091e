package io.spate.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers every request that goes to the store below. Thread-safe. */
public class CountingStore extends ForwardingStore {
    private final List<StoreRequest> requests = new CopyOnWriteArrayList<>();

    public CountingStore(ObjectStore store) {
        super(store);
    }

    public long count(Operation operation) {
        return requests.stream()
                .filter(request -> request.operation() == operation)
                .count();
    }

    /** What was asked so far, in the order in which it was. */
    public List<StoreRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    final void before(StoreRequest request) {
        requests.add(request);
    }
}
