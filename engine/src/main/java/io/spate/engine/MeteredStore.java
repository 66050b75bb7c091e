package io.spate.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Counts and times every request that goes to the store below. */
final class MeteredStore implements ObjectStore {
    private final ObjectStore store;
    private final IoStats stats;

    MeteredStore(ObjectStore store, IoStats stats) {
        this.store = store;
        this.stats = stats;
    }

    @Override
    public ObjectDetails details(ObjectUri uri) throws StoreException {
        return metered(IoStat.HEAD_REQUESTS, IoStat.HEAD_TIME, () -> store.details(uri));
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
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        String etag =
                metered(IoStat.PUT_REQUESTS, IoStat.PUT_TIME, () -> store.put(uri, body, attributes, precondition));
        stats.add(IoStat.BYTES_SENT, body.length());
        return etag;
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        return ofUpload(() -> store.createUpload(uri, attributes));
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        Part part = metered(IoStat.PART_REQUESTS, IoStat.PART_TIME, () -> store.uploadPart(upload, number, body));
        stats.add(IoStat.BYTES_SENT, body.length());
        return part;
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        return metered(IoStat.PART_REQUESTS, IoStat.PART_TIME, () -> store.copyPart(upload, number, source, range));
    }

    @Override
    public String complete(Upload upload, Precondition precondition) throws StoreException {
        return ofUpload(() -> store.complete(upload, precondition));
    }

    @Override
    public void abort(Upload upload) throws StoreException {
        ofUpload(() -> {
            store.abort(upload);
            return upload;
        });
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        return ofUpload(() -> store.listUploads(prefix, after));
    }

    @Override
    public PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        return ofUpload(() -> store.listParts(upload, after));
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing)
            throws StoreException {
        return metered(IoStat.COPY_REQUESTS, IoStat.COPY_TIME, () -> store.copy(source, target, replacing));
    }

    @Override
    public void delete(ObjectUri uri) throws StoreException {
        metered(IoStat.DELETE_REQUESTS, IoStat.DELETE_TIME, () -> {
            store.delete(uri);
            return uri;
        });
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        return metered(IoStat.DELETE_REQUESTS, IoStat.DELETE_TIME, () -> store.deleteMany(uris));
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T ofUpload(StoreCall<T> call) throws StoreException {
        return metered(IoStat.UPLOAD_REQUESTS, IoStat.UPLOAD_TIME, call);
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
