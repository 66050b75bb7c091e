package io.spate.sink;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.spate.engine.CommittedObject;
import io.spate.engine.Engine;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectWriter;
import io.spate.engine.PersistedObject;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.Upload;
import io.spate.sink.SpateCommittable.VisibleObject;

/** Objects become visible as soon as they have their last record, and nothing is left to be committed. */
final class AtLeastOnce implements Delivery {
    private final Engine engine;
    private final ObjectNames names;
    private final boolean announcing;

    /** @param announcing whether somebody wants to be told what has become visible */
    AtLeastOnce(Engine engine, ObjectNames names, boolean announcing) {
        this.engine = engine;
        this.names = names;
        this.announcing = announcing;
    }

    @Override
    public CompletableFuture<Optional<SpateCommittable>> end(ObjectWriter writer, String bucket, long records)
            throws IOException {
        return writer.publish().thenApply(object -> announcement(object, bucket, OptionalLong.of(records)));
    }

    /**
     * The writer of before the failure may have made the object visible since the checkpoint, with more records, which
     * will come again. Such an object stays as it is.
     */
    @Override
    public CompletableFuture<Optional<SpateCommittable>> restore(SpateWriterState state) throws IOException {
        CompletableFuture<CommittedObject> outcome =
                state.object().upload().isPresent() ? commit(state.object()) : writeAnew(state);
        return outcome.thenApply(object -> {
            boolean asPersisted = object.length() == state.object().length();
            OptionalLong records = asPersisted ? OptionalLong.of(state.records()) : OptionalLong.empty();
            return announcement(object, state.bucket(), records);
        });
    }

    private Optional<SpateCommittable> announcement(CommittedObject object, String bucket, OptionalLong records) {
        return announcing
                ? Optional.of(new VisibleObject(object.uri(), object.length(), "", object.etag(), bucket, records))
                : Optional.empty();
    }

    /** Without an upload nothing tells whether the key is taken by more records, so the bytes get another. */
    private CompletableFuture<CommittedObject> writeAnew(SpateWriterState state) throws IOException {
        byte[] tail = state.object().tail();
        try (ObjectWriter writer = engine.writer(names.next(state.bucket()))) {
            writer.write(tail, 0, tail.length);
            return writer.publish();
        }
    }

    private CompletableFuture<CommittedObject> commit(PersistedObject object) {
        return engine.committer()
                .commit(object, Precondition.NONE)
                .exceptionallyCompose(failure -> isLostUpload(failure)
                        ? CompletableFuture.supplyAsync(() -> longerOutcome(object, failure), Background.THREADS)
                        : CompletableFuture.failedFuture(failure));
    }

    /** What the writer of before the failure has made of the upload, or the failure if it has made nothing of it. */
    private CommittedObject longerOutcome(PersistedObject object, Throwable failure) {
        try {
            ObjectDetails found = engine.store().details(object.uri());
            boolean ours = object.marker().equals(found.attributes().metadata().get(Upload.MARKER));
            if (ours && found.info().length() >= object.length()) {
                return new CommittedObject(
                        object.uri(), found.info().length(), found.info().etag(), true);
            }
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
        throw new CompletionException(causeOf(failure));
    }

    private static boolean isLostUpload(Throwable failure) {
        return causeOf(failure) instanceof StoreException store && store.kind() == StoreException.Kind.LOST_UPLOAD;
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
