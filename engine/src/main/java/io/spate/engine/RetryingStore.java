package io.spate.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sends requests to the store below again as {@link Retry} decides, waiting on the caller's thread. A request whose
 * answer was lost is sent twice; so an upload that was completed or aborted may be found {@code LOST_UPLOAD}.
 */
final class RetryingStore implements ObjectStore {
    private final ObjectStore store;
    private final Function<String, Retry> retryOfBucket;
    private final IoStats stats;

    RetryingStore(ObjectStore store, Function<String, Retry> retryOfBucket, IoStats stats) {
        this.store = store;
        this.retryOfBucket = retryOfBucket;
        this.stats = stats;
    }

    @Override
    public ObjectDetails details(ObjectUri uri) throws StoreException {
        return retried(uri, () -> store.details(uri));
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        return retried(request.prefix(), () -> store.list(request));
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        return retried(info.uri(), () -> store.get(info, range));
    }

    @Override
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        return retried(uri, () -> store.put(uri, body, attributes, precondition));
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        return retried(uri, () -> store.createUpload(uri, attributes));
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        return retried(upload.uri(), () -> store.uploadPart(upload, number, body));
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        return retried(upload.uri(), () -> store.copyPart(upload, number, source, range));
    }

    @Override
    public String complete(Upload upload, Precondition precondition) throws StoreException {
        return retried(upload.uri(), () -> store.complete(upload, precondition));
    }

    @Override
    public void abort(Upload upload) throws StoreException {
        retried(upload.uri(), () -> {
            store.abort(upload);
            return upload;
        });
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        return retried(prefix, () -> store.listUploads(prefix, after));
    }

    @Override
    public PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        return retried(upload.uri(), () -> store.listParts(upload, after));
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing)
            throws StoreException {
        return retried(target, () -> store.copy(source, target, replacing));
    }

    @Override
    public void delete(ObjectUri uri) throws StoreException {
        retried(uri, () -> {
            store.delete(uri);
            return uri;
        });
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        return retried(uris.get(0), () -> store.deleteMany(uris));
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T retried(ObjectUri uri, StoreCall<T> call) throws StoreException {
        Retry.Tries tries = retryOfBucket.apply(uri.bucket()).begin();
        while (true) {
            try {
                return call.send();
            } catch (StoreException e) {
                pause(tries.waitAfter(e), e);
                stats.increment(IoStat.RETRIES);
            }
        }
    }

    private static void pause(Duration wait, StoreException failure) throws StoreException {
        try {
            TimeUnit.NANOSECONDS.sleep(wait.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.addSuppressed(e);
            throw failure;
        }
    }
}
