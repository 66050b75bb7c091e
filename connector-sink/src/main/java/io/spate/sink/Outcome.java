package io.spate.sink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for what goes on beside the task. */
final class Outcome {
    private Outcome() {}

    /**
     * The value, or the failure with the store's as its cause.
     *
     * @param what was to be done, for the message
     */
    static <V> V of(CompletableFuture<V> future, String what) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IOException(what + " failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    /** The same for callers that must not be interrupted but by an {@link IOException}. */
    static <V> V uninterrupted(CompletableFuture<V> future, String what) throws IOException {
        try {
            return of(future, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(what + " was interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
