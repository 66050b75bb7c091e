package io.spate.engine;

import java.util.Optional;

import static java.util.Objects.requireNonNull;

/** What was asked of a store: enough to name it in an error. For a listing the key is the prefix. */
public record StoreRequest(Operation operation, ObjectUri uri, Optional<ByteRange> range) {
    public StoreRequest {
        requireNonNull(operation, "operation is null");
        requireNonNull(uri, "uri is null");
        requireNonNull(range, "range is null");
    }

    public static StoreRequest get(ObjectUri uri, ByteRange range) {
        return new StoreRequest(Operation.GET, uri, Optional.of(range));
    }

    public static StoreRequest head(ObjectUri uri) {
        return new StoreRequest(Operation.HEAD, uri, Optional.empty());
    }

    public static StoreRequest list(ObjectUri prefix) {
        return new StoreRequest(Operation.LIST, prefix, Optional.empty());
    }

    @Override
    public String toString() {
        return operation + " " + uri + range.map(r -> " " + r).orElse("");
    }
}
