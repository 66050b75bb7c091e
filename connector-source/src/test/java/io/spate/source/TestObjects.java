package io.spate.source;

import java.time.Instant;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/** Descriptions of objects for tests. */
final class TestObjects {
    private TestObjects() {}

    static ObjectInfo object(String key, long length) {
        return new ObjectInfo(
                new ObjectUri("bucket", key), length, "etag-" + key, Instant.ofEpochSecond(1_700_000_000L));
    }
}
