package io.spate.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Announces each request, and then sends it to the store below. */
abstract class ForwardingStore implements ObjectStore {
    private final ObjectStore store;

    ForwardingStore(ObjectStore store) {
        this.store = store;
    }

    /** Called before each request; what it throws is the answer. */
    abstract void before(StoreRequest request) throws StoreException;

    /** Called after each request that succeeded; what it throws is the answer, as if that had been lost. */
    void after(StoreRequest request) throws StoreException {}

    private interface Call<T> {
        T send() throws StoreException;
    }

    private <T> T forward(StoreRequest request, Call<T> call) throws StoreException {
        before(request);
        T answer = call.send();
        after(request);
        return answer;
    }

    @Override
    public ObjectDetails details(ObjectUri uri) throws StoreException {
        return forward(StoreRequest.head(uri), () -> store.details(uri));
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        return forward(StoreRequest.list(request.prefix()), () -> store.list(request));
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        return forward(StoreRequest.get(info.uri(), range), () -> store.get(info, range));
    }

    @Override
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        return forward(StoreRequest.of(Operation.PUT, uri), () -> store.put(uri, body, attributes, precondition));
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        return forward(StoreRequest.of(Operation.CREATE_UPLOAD, uri), () -> store.createUpload(uri, attributes));
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        return forward(
                StoreRequest.part(Operation.UPLOAD_PART, upload, number), () -> store.uploadPart(upload, number, body));
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        return forward(
                StoreRequest.part(Operation.COPY_PART, upload, number),
                () -> store.copyPart(upload, number, source, range));
    }

    @Override
    public String complete(Upload upload, Precondition precondition) throws StoreException {
        return forward(
                StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload), () -> store.complete(upload, precondition));
    }

    @Override
    public void abort(Upload upload) throws StoreException {
        forward(StoreRequest.upload(Operation.ABORT_UPLOAD, upload), () -> {
            store.abort(upload);
            return upload;
        });
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        return forward(StoreRequest.of(Operation.LIST_UPLOADS, prefix), () -> store.listUploads(prefix, after));
    }

    @Override
    public PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        return forward(StoreRequest.upload(Operation.LIST_PARTS, upload), () -> store.listParts(upload, after));
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing)
            throws StoreException {
        return forward(StoreRequest.of(Operation.COPY, target), () -> store.copy(source, target, replacing));
    }

    @Override
    public void delete(ObjectUri uri) throws StoreException {
        forward(StoreRequest.of(Operation.DELETE, uri), () -> {
            store.delete(uri);
            return uri;
        });
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        return forward(StoreRequest.of(Operation.DELETE_MANY, uris.get(0)), () -> store.deleteMany(uris));
    }

    @Override
    public void close() {
        store.close();
    }
}
