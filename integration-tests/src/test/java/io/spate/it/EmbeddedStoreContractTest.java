package io.spate.it;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;

import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectStoreContract;
import io.spate.engine.ObjectUri;
import io.spate.engine.s3.S3Store;

/** The store that speaks the S3 protocol, over HTTP to a server. */
final class EmbeddedStoreContractTest extends ObjectStoreContract {
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

    @Override
    protected void put(ObjectUri uri, byte[] bytes) throws IOException {
        TestStore.get().put(uri.bucket(), uri.key(), bytes);
    }

    @Override
    protected void delete(ObjectUri uri) throws IOException {
        TestStore.get().delete(uri.bucket(), uri.key());
    }
}
