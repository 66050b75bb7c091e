package io.spate.engine;

import java.io.IOException;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * The one failure of a store. The message names operation, URI, range, status and request id; {@link #kind()} says what
 * can be done about it.
 */
public final class StoreException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What a failure means to the caller. */
    public enum Kind {
        /** There is no such bucket or key. */
        NOT_FOUND(false),
        /** A key that must not exist does. */
        EXISTS(false),
        /** The object is no longer the version that was asked for. */
        CHANGED(false),
        /** The credentials are missing, wrong, or not enough. */
        DENIED(false),
        /** The store asks to go slower. */
        THROTTLED(true),
        /** The store failed, or the connection did; the same request may well succeed later. */
        UNAVAILABLE(true),
        /** No answer has ever come from this endpoint: likely a wrong address, so it is retried for seconds only. */
        UNREACHABLE(true),
        /** The store refuses the request, or gives an answer that breaks the protocol. */
        INVALID(false),
        /** An upload that should be open is not. */
        LOST_UPLOAD(false);

        private final boolean retryable;

        Kind(boolean retryable) {
            this.retryable = retryable;
        }

        public boolean isRetryable() {
            return retryable;
        }
    }

    private final Kind kind;
    private final transient StoreRequest request;
    private final String detail;

    /**
     * @param detail what happened, and where it helps what to do: status, error code, request id, both etags
     * @param cause the failure underneath, or null
     */
    public StoreException(Kind kind, StoreRequest request, String detail, Throwable cause) {
        super(kind + ": " + request + ": " + detail, cause);
        this.kind = requireNonNull(kind, "kind is null");
        this.request = request;
        this.detail = detail;
    }

    public StoreException(Kind kind, StoreRequest request, String detail) {
        this(kind, request, detail, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The request that failed. Not kept by Java serialisation: empty on another process. */
    public Optional<StoreRequest> request() {
        return Optional.ofNullable(request);
    }

    /** What happened, without the request. */
    public String detail() {
        return detail;
    }
}
