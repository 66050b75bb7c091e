package io.spate.engine;

import java.util.concurrent.CompletableFuture;

/**
 * Makes uploads visible, any number of times with one outcome, and aborts them. An answer that was lost, and a store that
 * does not know an upload any more, are settled by what is at the key: the object that carries the marker of the upload,
 * or the etag of its parts, and has its length, is its outcome. Calls return at once; failures that pass are tried again
 * without a thread waiting. Thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class UploadCommitter {
    /**
     * Completes an upload.
     *
     * @return fails with a {@link StoreException}: {@code LOST_UPLOAD} if the store has neither the upload nor its
     *     outcome, {@code EXISTS} if the precondition does not hold
     */
    public CompletableFuture<CommittedObject> commit(Upload upload, Precondition precondition) {
        throw new UnsupportedOperationException();
    }

    /** Aborts an upload. Success too if the store does not have it. */
    public CompletableFuture<Void> abort(Upload upload) {
        throw new UnsupportedOperationException();
    }
}
