package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.apache.flink.api.connector.sink2.Committer;

import io.spate.engine.CommittedObject;
import io.spate.engine.Engine;
import io.spate.engine.PersistedObject;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.Upload;
import io.spate.engine.UploadCommitter;
import io.spate.sink.SpateCommittable.PendingObject;

/**
 * Makes the objects of a checkpoint visible, all of them at once. Failures that pass are tried again by the engine, which
 * waits in between; what Flink calls retrying would not. Nothing is ever given up silently: an object that cannot be made
 * visible fails the job.
 */
final class SpateCommitter implements Committer<SpateCommittable> {
    private static final String WAY_OUT =
            "; its records are in no object now: go back to a checkpoint or savepoint before them";

    private final Engine engine;
    private final UploadCommitter committer;

    /** @param engine closed with the committer */
    SpateCommitter(Engine engine) {
        this.engine = engine;
        this.committer = engine.committer();
    }

    private record Pending(
            CommitRequest<SpateCommittable> request,
            PendingObject committable,
            CompletableFuture<CommittedObject> outcome) {}

    /** Waits until all are settled, and only then fails, if any of them has. What is no pending object passes. */
    @Override
    public void commit(Collection<CommitRequest<SpateCommittable>> requests) throws IOException, InterruptedException {
        List<Pending> all = new ArrayList<>();
        for (CommitRequest<SpateCommittable> request : requests) {
            if (request.getCommittable() instanceof PendingObject committable) {
                all.add(new Pending(request, committable, committer.commit(committable.object(), Precondition.NONE)));
            }
        }
        List<IOException> failures = new ArrayList<>();
        for (Pending pending : all) {
            try {
                settle(pending);
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            IOException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    @Override
    public void close() {
        engine.close();
    }

    private static void settle(Pending pending) throws IOException, InterruptedException {
        PersistedObject object = pending.committable().object();
        try {
            if (Outcome.of(pending.outcome(), "making it visible").already()) {
                pending.request().signalAlreadyCommitted();
            }
        } catch (IOException e) {
            throw new IOException(
                    "cannot commit " + object.uri() + describe(object.upload()) + " of " + object.length()
                            + " bytes with "
                            + pending.committable().records() + " records: "
                            + e.getCause().getMessage() + (isLost(e) ? WAY_OUT : ""),
                    e.getCause());
        }
    }

    private static String describe(Optional<Upload> upload) {
        return upload.map(begun -> ", upload " + begun.uploadId() + " with "
                        + begun.parts().size() + " parts")
                .orElse("");
    }

    private static boolean isLost(IOException failure) {
        return failure.getCause() instanceof StoreException store && store.kind() == StoreException.Kind.LOST_UPLOAD;
    }
}
