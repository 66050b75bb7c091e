package io.spate.engine;

/** Counts and times every request that goes to the store below. */
final class MeteredStore implements ObjectStore {
    private final ObjectStore store;
    private final IoStats stats;

    MeteredStore(ObjectStore store, IoStats stats) {
        this.store = store;
        this.stats = stats;
    }

    @Override
    public ObjectInfo head(ObjectUri uri) throws StoreException {
        return metered(IoStat.HEAD_REQUESTS, IoStat.HEAD_TIME, () -> store.head(uri));
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        return metered(IoStat.LIST_REQUESTS, IoStat.LIST_TIME, () -> store.list(request));
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        return metered(IoStat.GET_REQUESTS, IoStat.FIRST_BYTE_TIME, () -> store.get(info, range));
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T metered(IoStat requests, IoStat time, StoreCall<T> call) throws StoreException {
        stats.increment(requests);
        long start = System.nanoTime();
        try {
            T answer = call.send();
            stats.time(time, start);
            return answer;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.THROTTLED) {
                stats.increment(IoStat.THROTTLED);
            }
            throw e;
        }
    }
}
