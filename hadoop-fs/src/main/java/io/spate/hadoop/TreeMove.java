package io.spate.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.hadoop.fs.Path;

import io.spate.engine.BulkCopy;
import io.spate.engine.DeleteOutcome;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/**
 * Moves all objects below a directory, markers and keys without a path included, in batches: one is copied as a whole, each
 * copy verified, before any of it is deleted. So a tree of one batch is complete at its source if anything fails, and any
 * other at the source and the target together; and there are never more keys in memory. What appears meanwhile stays.
 */
final class TreeMove {
    private static final int BATCH = 10_000;

    private record Copy(ObjectInfo source, ObjectUri target) {}

    private final Bucket bucket;
    private final OperationThreads threads;
    private final BulkCopy copies;
    private final Path source;
    private final Path target;
    private final int batchSize;
    private long moved;

    TreeMove(Bucket bucket, OperationThreads threads, Path source, Path target) {
        this(bucket, threads, source, target, BATCH);
    }

    TreeMove(Bucket bucket, OperationThreads threads, Path source, Path target, int batchSize) {
        this.bucket = bucket;
        this.threads = threads;
        this.copies = threads.copies(bucket.engine());
        this.source = source;
        this.target = target;
        this.batchSize = batchSize;
    }

    /** @throws IOException that says what has been moved, what is in both places, and why it ended */
    void run() throws IOException {
        KeyPages pages = new KeyPages(bucket.store(), ListRequest.below(bucket.directory(source)));
        List<ObjectInfo> batch = new ArrayList<>();
        for (Optional<List<ObjectInfo>> page = page(pages); page.isPresent(); page = page(pages)) {
            batch.addAll(page.get());
            if (batch.size() >= batchSize) {
                move(batch);
                batch.clear();
            }
        }
        move(batch);
    }

    private Optional<List<ObjectInfo>> page(KeyPages pages) throws IOException {
        try {
            return pages.next();
        } catch (IOException e) {
            throw failed("the rest is where it was", e);
        }
    }

    private void move(List<ObjectInfo> batch) throws IOException {
        ConcurrentLinkedQueue<ObjectUri> copied = new ConcurrentLinkedQueue<>();
        try {
            copy(copies(batch), copied);
        } catch (IOException e) {
            throw failed(
                    copied.size() + " of " + batch.size() + " others were copied and not deleted, so they are in both"
                            + " places; the rest is where it was",
                    e);
        }
        delete(copied);
        moved += copied.size();
    }

    private List<Copy> copies(List<ObjectInfo> batch) throws IOException {
        String from = bucket.directory(source).key();
        ObjectUri to = bucket.directory(target);
        List<Copy> planned = new ArrayList<>(batch.size());
        for (ObjectInfo info : batch) {
            try {
                String below = info.uri().key().substring(from.length());
                planned.add(new Copy(info, to.withKey(to.key() + below)));
            } catch (IllegalArgumentException e) {
                throw new IOException("cannot name the copy of " + info.uri() + ": " + e.getMessage(), e);
            }
        }
        return planned;
    }

    /** Copies of parts run on the executor, so what has them waits on this thread and not on one of the executor. */
    private void copy(List<Copy> planned, ConcurrentLinkedQueue<ObjectUri> copied) throws IOException {
        List<Callable<Object>> small = new ArrayList<>();
        List<Copy> large = new ArrayList<>();
        for (Copy copy : planned) {
            if (copies.isOneRequest(copy.source(), copy.target())) {
                small.add(() -> copy(copy, copied));
            } else {
                large.add(copy);
            }
        }
        threads.run(small);
        for (Copy copy : large) {
            copy(copy, copied);
        }
    }

    private Object copy(Copy copy, ConcurrentLinkedQueue<ObjectUri> copied) throws IOException {
        copies.copyAsIs(copy.source(), copy.target());
        return copied.add(copy.source().uri());
    }

    private void delete(ConcurrentLinkedQueue<ObjectUri> copied) throws IOException {
        DeleteOutcome outcome;
        try {
            outcome = threads.deletes(bucket.engine()).delete(copied.iterator());
        } catch (IOException e) {
            throw failed(
                    copied.size()
                            + " others were copied, and perhaps not all of them deleted; the rest is where it was",
                    e);
        }
        if (!outcome.isComplete()) {
            moved += outcome.deleted();
            throw failed(
                    (copied.size() - outcome.deleted())
                            + " others were copied and could not be deleted, so they are in both places; the rest is where"
                            + " it was",
                    outcome.failures().values().stream()
                            .findFirst()
                            .<IOException>map(e -> e)
                            .orElseGet(() -> new IOException("the deletion was stopped")));
        }
    }

    private IOException failed(String state, IOException cause) {
        return new IOException(
                "renaming " + source + " to " + target + " failed: " + moved + " objects were moved; " + state + ": "
                        + cause.getMessage(),
                cause);
    }
}
