package io.spate.sink;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import io.spate.engine.CommittedObject;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Precondition;
import io.spate.engine.UploadCommitter;
import io.spate.sink.SpateCommittable.VisibleObject;

/** Objects become visible as soon as they have their last record, and nothing is left to be committed. */
final class AtLeastOnce implements Delivery {
    private final UploadCommitter committer;
    private final boolean announcing;

    /** @param announcing whether somebody wants to be told what has become visible */
    AtLeastOnce(UploadCommitter committer, boolean announcing) {
        this.committer = committer;
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
    public CompletableFuture<Optional<SpateCommittable>> restore(SpateWriterState state) {
        CompletableFuture<CommittedObject> outcome = committer.commit(state.object(), Precondition.NONE);
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
}
