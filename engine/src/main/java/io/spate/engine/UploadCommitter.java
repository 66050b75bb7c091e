package io.spate.engine;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import io.spate.engine.StoreException.Kind;

/**
 * Makes uploads visible, any number of times with one outcome, and aborts them. An answer that was lost, and a store that
 * does not know an upload any more, are settled by what is at the key: the object that carries the marker of the upload,
 * or the etag of its parts, and has its length, is its outcome. So an object that is deleted between two commits of its
 * upload is lost for the second. An object that has the marker and more bytes stays as it is: it was committed later, and has
 * all of what is to be committed.
 *
 * <p>Calls return at once; failures that pass are tried again without a thread waiting. Thread-safe.
 */
public final class UploadCommitter {
    private static final byte[] NO_TAIL = {};

    private final StoreTasks tasks;
    private final Function<String, WriteSettings> settingsOfBucket;

    UploadCommitter(StoreTasks tasks, Function<String, WriteSettings> settingsOfBucket) {
        this.tasks = tasks;
        this.settingsOfBucket = settingsOfBucket;
    }

    /**
     * Completes an upload.
     *
     * @return fails with a {@link StoreException}: {@code LOST_UPLOAD} if the store has neither the upload nor its
     *     outcome, {@code EXISTS} or {@code CHANGED} if the precondition does not hold, {@code INVALID} if the object has another size; or
     *     with an {@link java.io.IOException} if the engine is closed
     */
    public CompletableFuture<CommittedObject> commit(Upload upload, Precondition precondition) {
        return commit(upload, NO_TAIL, precondition);
    }

    /**
     * Makes an object of exactly the bytes that were persisted, whatever its writer has sent since; also if that was done
     * before. Where no upload had been begun, the object is written by a PUT, unless it is there already.
     *
     * @return fails as for an upload
     */
    public CompletableFuture<CommittedObject> commit(PersistedObject object, Precondition precondition) {
        return object.upload()
                .map(upload -> commit(upload, object.tail(), precondition))
                .orElseGet(() -> putUnlessThere(object, precondition));
    }

    /** Aborts an upload. Success too if the store does not have it. */
    public CompletableFuture<Void> abort(Upload upload) {
        StoreRequest request = StoreRequest.upload(Operation.ABORT_UPLOAD, upload);
        return tasks.start(
                        request,
                        () -> {
                            tasks.store().abort(upload);
                            return upload;
                        },
                        failure -> {
                            if (failure.kind() == Kind.LOST_UPLOAD || failure.kind() == Kind.NOT_FOUND) {
                                return upload;
                            }
                            throw failure;
                        })
                .result()
                .thenAccept(aborted -> {});
    }

    /** Commits what nobody else knows of: the upload is aborted if its precondition does not hold. */
    CompletableFuture<CommittedObject> commitOrAbort(Upload upload, Precondition precondition) {
        return commit(upload, precondition).exceptionallyCompose(e -> (isRefused(e, precondition)
                        ? abort(upload)
                        : CompletableFuture.<Void>completedFuture(null))
                .handle((aborted, ignored) -> e)
                .thenCompose(CompletableFuture::failedFuture));
    }

    /**
     * A request that writes an object as a whole. Where there is an object already, the marker tells whether it came of a
     * try whose answer was lost; stores that keep no metadata leave it at {@code EXISTS}.
     */
    StoreTask<CommittedObject> preparePut(WriteTarget target, WriteBody body) {
        ObjectUri uri = target.uri();
        long length = body.length();
        return tasks.prepare(
                StoreRequest.of(Operation.PUT, uri),
                () -> new CommittedObject(
                        uri, length, tasks.store().put(uri, body, target.stored(), target.precondition()), false),
                failure -> settlePut(target, length, failure));
    }

    private CompletableFuture<CommittedObject> commit(Upload upload, byte[] tail, Precondition precondition) {
        CommitAttempt attempt = new CommitAttempt(tasks.store(), upload, tail, precondition);
        CompletableFuture<CommittedObject> completed = tasks.start(
                        StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload), attempt::complete, attempt::settle)
                .result();
        return settingsOfBucket.apply(upload.uri().bucket()).verifySize()
                ? completed.thenCompose(committed -> verified(attempt, committed))
                : completed;
    }

    private CompletableFuture<CommittedObject> verified(CommitAttempt attempt, CommittedObject committed) {
        if (committed.already()) {
            return CompletableFuture.completedFuture(committed);
        }
        return tasks.start(StoreRequest.head(committed.uri()), () -> attempt.verify(committed), failure -> {
                    if (failure.kind() == Kind.NOT_FOUND) {
                        // Somebody has deleted it since: the store had said that it was there.
                        return committed;
                    }
                    throw failure.kind() == Kind.DENIED ? unverifiable(failure) : failure;
                })
                .result();
    }

    private CompletableFuture<CommittedObject> putUnlessThere(PersistedObject object, Precondition precondition) {
        WriteTarget target = WriteTarget.of(object.uri())
                .withMarker(object.marker())
                .withAttributes(object.attributes())
                .withLength(object.length())
                .with(precondition);
        StoreTask<Optional<CommittedObject>> look =
                tasks.start(StoreRequest.head(object.uri()), () -> present(target, object.length()), failure -> {
                    if (failure.kind() == Kind.DENIED) {
                        // As AWS answers for a key that does not exist, if there is no right to list.
                        return Optional.empty();
                    }
                    throw failure;
                });
        return look.result().thenCompose(present -> present.map(CompletableFuture::completedFuture)
                .orElseGet(() -> put(target, WriteBody.of(object.tail()))));
    }

    private CompletableFuture<CommittedObject> put(WriteTarget target, WriteBody body) {
        StoreTask<CommittedObject> put = preparePut(target, body);
        put.submit();
        return put.result();
    }

    private CommittedObject settlePut(WriteTarget target, long length, StoreException failure) throws StoreException {
        if (!isRefused(failure, target.precondition())) {
            throw failure;
        }
        try {
            return present(target, length).orElseThrow(() -> failure);
        } catch (StoreException e) {
            if (!e.equals(failure)) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** The object at the key of a target, if it has its marker and at least so many bytes. */
    private Optional<CommittedObject> present(WriteTarget target, long length) throws StoreException {
        try {
            ObjectDetails details = tasks.store().details(target.uri());
            ObjectInfo info = details.info();
            String marker = details.marker().orElse("");
            // It may be longer: see UploadOutcome.
            return info.length() >= length && marker.equals(target.marker())
                    ? Optional.of(new CommittedObject(info.uri(), info.length(), info.etag(), true))
                    : Optional.empty();
        } catch (StoreException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isRefused(Throwable e, Precondition precondition) {
        Throwable cause = e instanceof CompletionException ? e.getCause() : e;
        return cause instanceof StoreException failure && isRefused(failure, precondition);
    }

    private static boolean isRefused(StoreException failure, Precondition precondition) {
        return switch (failure.kind()) {
            case EXISTS -> true;
            case CHANGED, NOT_FOUND -> precondition.kind() == Precondition.Kind.VERSION;
            case DENIED, THROTTLED, UNAVAILABLE, UNREACHABLE, INVALID, LOST_UPLOAD -> false;
        };
    }

    private static StoreException unverifiable(StoreException denied) {
        return new StoreException(
                Kind.DENIED,
                denied.request().orElseThrow(),
                denied.detail() + "; the object was written, but its size cannot be verified: set option '"
                        + Option.VERIFY_SIZE + "' to false if it must not be read",
                denied);
    }
}
