package io.spate.engine.s3;

import java.nio.ByteBuffer;
import java.util.Base64;

import software.amazon.awssdk.core.sync.RequestBody;

import io.spate.engine.WriteBody;

/** Bytes on their way to a store. */
final class S3Bodies {
    /** What stores take an object for that says nothing of itself. */
    private static final String CONTENT_TYPE = "binary/octet-stream";

    private S3Bodies() {}

    /** Opened anew for each time that it is read: over plain http once for its hash, and once to be sent. */
    static RequestBody of(WriteBody body) {
        return RequestBody.fromContentProvider(body::open, body.length(), CONTENT_TYPE);
    }

    /** As the header has it: Base64 of four bytes, the highest first. */
    static String crc32c(WriteBody body) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(body.crc32c()).array();
        return Base64.getEncoder().encodeToString(bytes);
    }
}
