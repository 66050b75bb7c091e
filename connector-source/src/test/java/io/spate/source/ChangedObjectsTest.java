package io.spate.source;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

class ChangedObjectsTest {
    private static final ObjectUri URI = ObjectUri.parse("spate://bucket/a");

    private final SimpleCounter skipped = new SimpleCounter();
    private final MemoryStore store = new MemoryStore();

    @ParameterizedTest
    @EnumSource(Kind.class)
    void isSkipped_failureOfStore_onlyIfTheObjectIsAnotherOrGone(Kind kind) {
        store.createBucket("bucket");
        boolean change = kind == Kind.CHANGED || kind == Kind.NOT_FOUND;
        StoreException failure = new StoreException(kind, StoreRequest.head(URI), "as it is");

        assertThat(new ChangedObjects(true, skipped, store).isSkipped(URI, failure))
                .isEqualTo(change);
        assertThat(skipped.getCount()).isEqualTo(change ? 1 : 0);
    }

    @Test
    void isSkipped_bucketIsGone_failsTheJobAndSaysSo() {
        StoreException failure = new StoreException(Kind.NOT_FOUND, StoreRequest.head(URI), "as it is");

        assertThat(new ChangedObjects(true, skipped, store).isSkipped(URI, failure))
                .isFalse();
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(skipped.getCount()).isZero();
    }

    @Test
    void isSkipped_failureWithinAnother_isSeen() {
        StoreException failure = new StoreException(Kind.CHANGED, StoreRequest.head(URI), "as it is");

        assertThat(new ChangedObjects(true, skipped, store)
                        .isSkipped(URI, new UncheckedIOException(new IOException("decoding", failure))))
                .isTrue();
    }

    @Test
    void isSkipped_otherFailuresOrNotWanted_failTheJob() {
        StoreException change = new StoreException(Kind.CHANGED, StoreRequest.head(URI), "as it is");

        assertThat(new ChangedObjects(true, skipped, store).isSkipped(URI, new IOException("no row")))
                .isFalse();
        assertThat(new ChangedObjects(false, skipped, store).isSkipped(URI, change))
                .isFalse();
        assertThat(skipped.getCount()).isZero();
    }
}
