package io.spate.it;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;

import io.spate.engine.BulkContract;
import io.spate.engine.ObjectStore;
import io.spate.engine.s3.S3Store;

/** Copies and deletes in bulk over HTTP. */
final class EmbeddedStoreBulkTest extends BulkContract {
    private static final ObjectStore STORE = S3Store.open(TestStore.checkedOptions());

    @AfterAll
    static void close() {
        STORE.close();
    }

    @Override
    protected ObjectStore store() {
        return STORE;
    }

    @Override
    protected String newBucket() throws IOException {
        return TestStore.newBucket();
    }
}
