package io.spate.engine;

final class MemoryBulkTest extends BulkContract {
    private final MemoryStore store = new MemoryStore();

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected String newBucket() {
        store.createBucket("bucket");
        return "bucket";
    }
}
