package io.spate.source;

import java.time.Instant;

import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/** Descriptions of objects for tests. */
final class TestObjects {
    private TestObjects() {}

    /** Lets every bad record fail. */
    static BadRecords failing() {
        return BadRecords.of(new ErrorPolicy.Fail(), new MemoryStore());
    }

    static ObjectInfo object(String key, long length) {
        return new ObjectInfo(
                new ObjectUri("bucket", key), length, "etag-" + key, Instant.ofEpochSecond(1_700_000_000L));
    }
}
