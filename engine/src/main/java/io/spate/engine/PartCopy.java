package io.spate.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.spate.engine.StoreException.Kind;

/**
 * Copies one object by parts, several in flight. The upload that it begins is either completed or aborted, the latter once
 * no part is in flight any more, for a part that arrives after that would stay. Used once, by one thread.
 */
final class PartCopy {
    private static final byte[] NO_TAIL = {};

    private final ObjectStore store;
    private final ObjectDetails source;
    private final WriteTarget target;
    private final CopyPlan plan;
    private final int concurrency;
    private final PartRequests requests;
    private final Part[] parts;
    private int sent;
    private Optional<Throwable> failure = Optional.empty();
    private boolean interrupted;
    private boolean completing;

    PartCopy(
            ObjectStore store,
            ObjectDetails source,
            WriteTarget target,
            CopyPlan plan,
            int concurrency,
            Executor executor) {
        this.store = store;
        this.source = source;
        this.target = target;
        this.plan = plan;
        this.concurrency = concurrency;
        this.requests = new PartRequests(executor);
        this.parts = new Part[plan.count()];
    }

    /** Copies everything, and gives the etag of the object. */
    String run() throws IOException {
        ObjectAttributes attributes = BulkCopy.attributes(source, target);
        Upload upload = new Upload(target.uri(), store.createUpload(target.uri(), attributes), target.marker());
        try {
            copyParts(upload);
            requireUnchanged();
            return complete(new Upload(upload.uri(), upload.uploadId(), upload.marker(), Arrays.asList(parts)));
        } catch (IOException | RuntimeException | Error e) {
            abort(upload, e);
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void copyParts(Upload upload) throws IOException {
        while (requests.inFlight() > 0 || isMoreToSend()) {
            if (isMoreToSend() && requests.inFlight() < concurrency) {
                send(upload);
            } else {
                receive();
            }
        }
        if (failure.isPresent()) {
            throwFailure(failure.get());
        }
    }

    private boolean isMoreToSend() {
        return failure.isEmpty() && sent < parts.length;
    }

    private void send(Upload upload) {
        int number = sent + 1;
        try {
            requests.send(() -> store.copyPart(upload, number, source.info(), plan.range(number)));
            sent++;
        } catch (RejectedExecutionException e) {
            failure = Optional.of(e);
        }
    }

    private void receive() {
        try {
            Part part = requests.receive();
            parts[part.number() - 1] = part;
        } catch (ExecutionException e) {
            failure = failure.or(() -> Optional.of(e.getCause()));
        } catch (InterruptedException e) {
            interrupted = true;
            failure = failure.or(() -> Optional.of(interruption()));
            requests.callOff();
        }
    }

    private InterruptedIOException interruption() {
        return new InterruptedIOException(
                "interrupted while copying " + source.info().uri() + " to " + target.uri());
    }

    private static void throwFailure(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        throw new IllegalStateException(failure);
    }

    /** Some stores do not hold parts against the version they were asked for, and would mix two. */
    private void requireUnchanged() throws StoreException {
        BulkCopy.requireVersion(source.info(), store.head(source.info().uri()));
    }

    /** An answer that was lost, or that a repeated request got, is settled by what is at the key. */
    private String complete(Upload upload) throws StoreException {
        completing = true;
        CommitAttempt attempt = new CommitAttempt(store, upload, NO_TAIL, Precondition.NONE);
        try {
            return attempt.complete().etag();
        } catch (StoreException e) {
            return attempt.settle(e).etag();
        }
    }

    /** A thread that is interrupted could send nothing, so it is so again only after this. */
    private void abort(Upload upload, Throwable reason) {
        interrupted |= Thread.interrupted();
        try {
            store.abort(upload);
        } catch (StoreException e) {
            if (e.kind() != Kind.LOST_UPLOAD) {
                reason.addSuppressed(e);
            } else if (completing && !isLost(reason)) {
                reason.addSuppressed(new StoreException(
                        Kind.LOST_UPLOAD,
                        StoreRequest.upload(Operation.ABORT_UPLOAD, upload),
                        "the upload has ended all the same, so the object may be there",
                        e));
            }
        }
    }

    private static boolean isLost(Throwable reason) {
        return reason instanceof StoreException failure && failure.kind() == Kind.LOST_UPLOAD;
    }
}
