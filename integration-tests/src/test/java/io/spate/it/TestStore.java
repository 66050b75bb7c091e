package io.spate.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.SpateOptions;

/** The one store of this JVM, which ends with it. Tests do not meet in it, as each works in buckets of its own. */
final class TestStore {
    /** An option, and a value with which objects stay open over checkpoints, as the store can do. */
    static final String PROFILE = "profile";

    static final String OPEN_OVER_CHECKPOINTS = "ozone";

    private static final EmbeddedStore STORE = start();

    private TestStore() {}

    static EmbeddedStore get() {
        return STORE;
    }

    static String newBucket() throws IOException {
        String bucket = "test-" + UUID.randomUUID();
        STORE.createBucket(bucket);
        return bucket;
    }

    /** The options that reach the store, and more of them as keys and values in turn. */
    static Map<String, String> options(String... more) {
        Map<String, String> options = new TreeMap<>(STORE.options());
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }

    static SpateOptions checkedOptions(String... more) {
        return SpateOptions.of(options(more));
    }

    private static EmbeddedStore start() {
        try {
            return EmbeddedStore.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
