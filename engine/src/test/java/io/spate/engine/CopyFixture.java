package io.spate.engine;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** An object to be copied within a store in memory, whose largest part is small. */
abstract class CopyFixture {
    static final int LARGEST = 200 << 10;
    static final int PARTS = 5;
    static final int CONCURRENCY = 3;
    static final StoreProfile PROFILE =
            new StoreProfile(100 << 10, LARGEST, 100, 100 << 20, true, true, false, false, false, false);
    static final ObjectUri SOURCE = ObjectUri.parse("spate://b/from");
    static final ObjectUri TARGET = ObjectUri.parse("spate://b/to");
    static final ObjectAttributes ATTRIBUTES = ObjectAttributes.NONE
            .with(StoredHeader.CONTENT_TYPE, "text/csv")
            .withMetadata("owner", "me")
            .withMetadata(Upload.MARKER, "of-the-source");

    final MemoryStore memory = new MemoryStore();
    final ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);

    @AfterEach
    void stopThreads() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    BulkCopy copy(ObjectStore store) {
        return new BulkCopy(store, SpateOptions.defaults(), bucket -> PROFILE, threads);
    }

    FaultyStore failing(Kind kind, Operation operation) {
        return new FaultyStore(memory, FaultyStore.failing(kind, request -> request.operation() == operation));
    }

    ObjectInfo source(int length) throws StoreException {
        memory.createBucket("b");
        memory.put(SOURCE, WriteBody.of(ReaderFixture.random(length, length)), ATTRIBUTES, Precondition.NONE);
        return memory.head(SOURCE);
    }

    void requireCopied(ObjectInfo source, String marker) throws IOException {
        assertThat(memory.bytes(TARGET)).isEqualTo(memory.bytes(source.uri()));
        assertThat(memory.details(TARGET).attributes()).isEqualTo(ATTRIBUTES.withMetadata(Upload.MARKER, marker));
    }

    void requireNothingLeft() {
        requireNothingOpen();
        assertThat(catchThrowableOfType(StoreException.class, () -> memory.head(TARGET))
                        .kind())
                .isEqualTo(Kind.NOT_FOUND);
    }

    void requireNothingOpen() {
        assertThat(memory.openUploads()).isEmpty();
    }

    static List<Operation> operations(CountingStore store) {
        return store.requests().stream().map(StoreRequest::operation).toList();
    }

    static StoreException failure(BulkCopy copy, ObjectInfo source) {
        return catchThrowableOfType(
                StoreException.class,
                () -> copy.copy(source, WriteTarget.of(TARGET).withMarker("new")));
    }

    static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
