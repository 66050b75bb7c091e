package io.spate.engine;

import java.util.concurrent.atomic.AtomicInteger;

class MemoryStoreTest extends ObjectStoreContract {
    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger buckets = new AtomicInteger();

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected String newBucket() {
        String bucket = "bucket-" + buckets.incrementAndGet();
        store.createBucket(bucket);
        return bucket;
    }

    @Override
    protected void put(ObjectUri uri, byte[] bytes) {
        store.put(uri, bytes);
    }

    @Override
    protected void delete(ObjectUri uri) {
        store.delete(uri);
    }
}
