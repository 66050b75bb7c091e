package io.spate.engine;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.spate.engine.StoreException.Kind;

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
    protected int minimumPart() {
        return 100 << 10;
    }

    @Override
    protected void put(ObjectUri uri, byte[] bytes) {
        store.put(uri, bytes);
    }

    @Override
    protected void delete(ObjectUri uri) {
        store.delete(uri);
    }

    /** Not part of the contract: some stores take parts of an upload that they do not have, or list none. */
    @Test
    void everything_about_an_upload_that_is_not_open_finds_it_lost() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        Upload upload = new Upload(uri, store.createUpload(uri, ObjectAttributes.NONE), "");
        store.abort(upload);

        assertFails(Kind.LOST_UPLOAD, uri, () -> store.uploadPart(upload, 1, WriteBody.of(new byte[1])));
        assertFails(Kind.LOST_UPLOAD, uri, () -> store.listParts(upload, OptionalInt.empty()));
        assertFails(Kind.LOST_UPLOAD, uri, () -> {
            store.abort(upload);
            return upload;
        });
    }
}
