package io.spate.engine;

import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * What was asked of a store: enough to name it in an error.
 *
 * @param uri for a listing its prefix, for a request that deletes many keys the first of them
 * @param range of the object that is read
 * @param part which part of which upload, or which upload; empty for requests that have none
 */
public record StoreRequest(Operation operation, ObjectUri uri, Optional<ByteRange> range, String part) {
    public StoreRequest {
        requireNonNull(operation, "operation is null");
        requireNonNull(uri, "uri is null");
        requireNonNull(range, "range is null");
        requireNonNull(part, "part is null");
    }

    /** A request that takes no more than a URI to name. */
    public static StoreRequest of(Operation operation, ObjectUri uri) {
        return new StoreRequest(operation, uri, Optional.empty(), "");
    }

    public static StoreRequest get(ObjectUri uri, ByteRange range) {
        return new StoreRequest(Operation.GET, uri, Optional.of(range), "");
    }

    public static StoreRequest head(ObjectUri uri) {
        return of(Operation.HEAD, uri);
    }

    public static StoreRequest list(ObjectUri prefix) {
        return of(Operation.LIST, prefix);
    }

    /** A request about an upload as a whole. */
    public static StoreRequest upload(Operation operation, Upload upload) {
        return new StoreRequest(operation, upload.uri(), Optional.empty(), "upload " + upload.uploadId());
    }

    /** A request about one part. */
    public static StoreRequest part(Operation operation, Upload upload, int number) {
        return new StoreRequest(
                operation, upload.uri(), Optional.empty(), "part " + number + " of upload " + upload.uploadId());
    }

    @Override
    public String toString() {
        return operation
                + " "
                + uri
                + range.map(bytes -> " " + bytes).orElse("")
                + (part.isEmpty() ? "" : " (" + part + ")");
    }
}
