package io.spate.sink;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.spate.engine.ObjectWriter;

/** What becomes of an object that takes no more records. */
sealed interface Delivery permits ExactlyOnce, AtLeastOnce {
    /**
     * Ends an object that has all of its bytes.
     *
     * @return what is left to be committed with the checkpoint or to be announced, when the bytes have arrived; empty if
     *     nothing is
     */
    CompletableFuture<Optional<SpateCommittable>> end(ObjectWriter writer, String bucket, long records)
            throws IOException;

    /** Ends an object that was open at the checkpoint from which the writer was restored, with the bytes it had. */
    CompletableFuture<Optional<SpateCommittable>> restore(SpateWriterState state);
}
