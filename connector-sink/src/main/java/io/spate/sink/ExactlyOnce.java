package io.spate.sink;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.spate.engine.Engine;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Upload;

/**
 * Objects become visible when the checkpoint that has their last record is complete. A restored object is made of exactly
 * the bytes of its checkpoint: so it does not matter how often that is done, or what an older attempt still sends.
 */
final class ExactlyOnce implements Delivery {
    private final Engine engine;

    ExactlyOnce(Engine engine) {
        this.engine = engine;
    }

    @Override
    public CompletableFuture<Optional<SpateCommittable>> end(ObjectWriter writer, String bucket, long records)
            throws IOException {
        return writer.finish().thenApply(upload -> committable(upload, bucket, records));
    }

    @Override
    public CompletableFuture<Optional<SpateCommittable>> restore(SpateWriterState state) {
        return engine.finish(state.object(), ObjectAttributes.NONE)
                .thenApply(upload -> committable(upload, state.bucket(), state.records()));
    }

    private static Optional<SpateCommittable> committable(Upload upload, String bucket, long records) {
        return Optional.of(new SpateCommittable(upload, bucket, records));
    }
}
