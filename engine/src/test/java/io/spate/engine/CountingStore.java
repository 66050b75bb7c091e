package io.spate.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers every request that goes to the store below. Thread-safe. */
public class CountingStore implements ObjectStore {
    private final ObjectStore store;
    private final List<StoreRequest> requests = new CopyOnWriteArrayList<>();

    public CountingStore(ObjectStore store) {
        this.store = store;
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
    public ObjectInfo head(ObjectUri uri) throws StoreException {
        requests.add(StoreRequest.head(uri));
        return store.head(uri);
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        requests.add(StoreRequest.list(request.prefix()));
        return store.list(request);
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        requests.add(StoreRequest.get(info.uri(), range));
        return store.get(info, range);
    }

    @Override
    public void close() {
        store.close();
    }
}
