package io.spate.sink;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.spate.engine.ObjectWriter;
import io.spate.engine.PersistedObject;
import io.spate.sink.SpateCommittable.PendingObject;

/**
 * Objects become visible when the checkpoint that has their last record is complete. A restored object is made of exactly
 * the bytes of its checkpoint: so it does not matter how often that is done, or what an older attempt still sends.
 */
final class ExactlyOnce implements Delivery {
    @Override
    public CompletableFuture<Optional<SpateCommittable>> end(ObjectWriter writer, String bucket, long records)
            throws IOException {
        return writer.finish()
                .thenApply(upload -> Optional.of(new PendingObject(PersistedObject.of(upload), bucket, records)));
    }

    @Override
    public CompletableFuture<Optional<SpateCommittable>> restore(SpateWriterState state) {
        return CompletableFuture.completedFuture(
                Optional.of(new PendingObject(state.object(), state.bucket(), state.records())));
    }
}
