package io.spate.engine.s3;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

/** One connection per set of options that differ, made when the first bucket needs it. Thread-safe. */
final class S3Connections implements AutoCloseable {
    private final SpateOptions options;
    private final S3Clients clients;
    private final Map<String, S3Connection> byBucket = new ConcurrentHashMap<>();
    private final Map<SpateOptions, S3Connection> byOptions = new HashMap<>();
    private boolean closed;

    S3Connections(SpateOptions options, S3Clients clients) {
        this.options = options;
        this.clients = clients;
    }

    S3Connection of(StoreRequest request) throws StoreException {
        S3Connection known = byBucket.get(request.uri().bucket());
        return known != null ? known : connect(request);
    }

    /** For a request that is about an object, or an upload of one. */
    S3Connection ofObject(StoreRequest request) throws StoreException {
        if (request.uri().key().isEmpty()) {
            throw new StoreException(Kind.INVALID, request, "the URI names a bucket, not an object");
        }
        return of(request);
    }

    @Override
    public synchronized void close() {
        closed = true;
        byBucket.clear();
        byOptions.values().forEach(S3Connection::close);
        byOptions.clear();
    }

    private synchronized S3Connection connect(StoreRequest request) throws StoreException {
        if (closed) {
            throw new StoreException(Kind.INVALID, request, "the store is closed");
        }
        String bucket = request.uri().bucket();
        SpateOptions resolved = options.forBucket(bucket);
        S3Connection connection = byOptions.get(resolved);
        if (connection == null) {
            connection = open(request, resolved);
            byOptions.put(resolved, connection);
        }
        byBucket.put(bucket, connection);
        return connection;
    }

    private S3Connection open(StoreRequest request, SpateOptions resolved) throws StoreException {
        try {
            return new S3Connection(clients, resolved);
        } catch (RuntimeException e) {
            throw new S3Failures(Endpoints.describe(resolved)).ofCall(request, e, false);
        }
    }
}
