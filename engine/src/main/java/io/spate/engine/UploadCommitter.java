package io.spate.engine;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import io.spate.engine.StoreException.Kind;

/**
 * Makes uploads visible, any number of times with one outcome, and aborts them. An answer that was lost, and a store that
 * does not know an upload any more, are settled by what is at the key: the object that carries the marker of the upload,
 * or the etag of its parts, and has its length, is its outcome. Calls return at once; failures that pass are tried again
 * without a thread waiting. Thread-safe.
 */
public final class UploadCommitter {
    private final StoreTasks tasks;
    private final Predicate<String> verifiesSize;

    /** @param verifiesSize for the name of a bucket */
    UploadCommitter(StoreTasks tasks, Predicate<String> verifiesSize) {
        this.tasks = tasks;
        this.verifiesSize = verifiesSize;
    }

    /**
     * Completes an upload.
     *
     * @return fails with a {@link StoreException}: {@code LOST_UPLOAD} if the store has neither the upload nor its
     *     outcome, {@code EXISTS} if the precondition does not hold, {@code INVALID} if the object has another size
     */
    public CompletableFuture<CommittedObject> commit(Upload upload, Precondition precondition) {
        StoreRequest request = StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload);
        CompletableFuture<CommittedObject> completed = tasks.start(
                        request, () -> complete(request, upload, precondition), failure -> settle(upload, failure))
                .result();
        return verifiesSize.test(upload.uri().bucket())
                ? completed.thenCompose(committed -> verified(upload, committed))
                : completed;
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
                            if (failure.kind() == Kind.LOST_UPLOAD) {
                                return upload;
                            }
                            throw failure;
                        })
                .result()
                .thenAccept(aborted -> {});
    }

    /** Writes an object in one request. */
    CompletableFuture<CommittedObject> put(
            WriteTarget target, ObjectAttributes attributes, WriteBody body, Precondition precondition) {
        ObjectUri uri = target.uri();
        return tasks.start(
                        StoreRequest.of(Operation.PUT, uri),
                        () -> new CommittedObject(
                                uri, body.length(), tasks.store().put(uri, body, attributes, precondition), false),
                        failure -> settlePut(target, failure))
                .result();
    }

    /** See {@link Engine#finish}. */
    CompletableFuture<Upload> finish(PersistedObject object, ObjectAttributes attributes, int lastPart) {
        if (object.upload().isPresent()) {
            Upload upload = object.upload().get();
            return object.tail().length == 0
                    ? CompletableFuture.completedFuture(upload)
                    : addTail(upload, lastPart, object.tail());
        }
        ObjectUri uri = object.uri();
        ObjectAttributes stored = attributes.withMetadata(Upload.MARKER, object.marker());
        return tasks.start(StoreRequest.of(Operation.CREATE_UPLOAD, uri), () -> tasks.store()
                        .createUpload(uri, stored))
                .result()
                .thenCompose(id -> addTail(new Upload(uri, id, object.marker()), 1, object.tail()));
    }

    private CompletableFuture<Upload> addTail(Upload upload, int number, byte[] tail) {
        WriteBody body = WriteBody.of(tail);
        return tasks.start(
                        StoreRequest.part(Operation.UPLOAD_PART, upload, number),
                        () -> tasks.store().uploadPart(upload, number, body),
                        failure -> {
                            if (failure.kind() == Kind.LOST_UPLOAD) {
                                return new Part(number, "", tail.length);
                            }
                            throw failure;
                        })
                .result()
                .thenApply(upload::with);
    }

    private CommittedObject complete(StoreRequest request, Upload upload, Precondition precondition)
            throws StoreException {
        if (upload.parts().stream().anyMatch(part -> part.etag().isEmpty())) {
            throw new StoreException(Kind.LOST_UPLOAD, request, "its last part found no upload any more");
        }
        String etag = tasks.store().complete(upload, precondition);
        return new CommittedObject(upload.uri(), upload.length(), etag, false);
    }

    private CommittedObject settle(Upload upload, StoreException failure) throws StoreException {
        return switch (failure.kind()) {
            case DENIED, NOT_FOUND, THROTTLED, UNREACHABLE -> throw failure;
            case EXISTS, CHANGED, INVALID -> outcome(upload).orElseThrow(() -> failure);
            case LOST_UPLOAD -> outcome(upload).orElseThrow(() -> lost(upload, failure));
            case UNAVAILABLE -> {
                Optional<CommittedObject> outcome = outcomeIfKnown(upload, failure);
                if (outcome.isEmpty()) {
                    checkOpen(upload, failure);
                }
                yield outcome.orElseThrow(() -> failure);
            }
        };
    }

    /** The object that came of the upload, if there is one. */
    private Optional<CommittedObject> outcome(Upload upload) throws StoreException {
        try {
            ObjectDetails details = tasks.store().details(upload.uri());
            return UploadOutcome.isOf(upload, details)
                    ? Optional.of(new CommittedObject(
                            upload.uri(), upload.length(), details.info().etag(), true))
                    : Optional.empty();
        } catch (StoreException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<CommittedObject> outcomeIfKnown(Upload upload, StoreException failure) {
        try {
            return outcome(upload);
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return Optional.empty();
        }
    }

    /** Some stores answer as if they had failed when an upload is gone (Ceph 16), which would be tried again in vain. */
    private void checkOpen(Upload upload, StoreException failure) throws StoreException {
        try {
            tasks.store().listParts(upload, OptionalInt.empty());
        } catch (StoreException e) {
            if (e.kind() == Kind.LOST_UPLOAD) {
                // Unless it was completed after the look at the key.
                throw outcomeIfKnown(upload, failure).isPresent() ? failure : lost(upload, failure);
            }
            failure.addSuppressed(e);
        }
    }

    private static StoreException lost(Upload upload, StoreException cause) {
        return new StoreException(
                Kind.LOST_UPLOAD,
                StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload),
                "the store does not have the upload any more, nor at the key an object that came of it: its "
                        + upload.length() + " bytes are lost. It may have been aborted by hand, by a rule of the bucket"
                        + " or because it was older than the store keeps uploads; what was refused: " + cause.detail(),
                cause);
    }

    private CompletableFuture<CommittedObject> verified(Upload upload, CommittedObject committed) {
        if (committed.already()) {
            return CompletableFuture.completedFuture(committed);
        }
        StoreRequest request = StoreRequest.head(upload.uri());
        return tasks.start(
                        request,
                        () -> {
                            Optional<String> wrong = UploadOutcome.contradiction(
                                    upload, tasks.store().details(upload.uri()));
                            if (wrong.isPresent()) {
                                throw new StoreException(Kind.INVALID, request, wrong.get());
                            }
                            return committed;
                        },
                        failure -> {
                            // Somebody has deleted it since: the store had said that it was there.
                            if (failure.kind() == Kind.NOT_FOUND) {
                                return committed;
                            }
                            throw failure;
                        })
                .result();
    }

    private CommittedObject settlePut(WriteTarget target, StoreException failure) throws StoreException {
        if (failure.kind() != Kind.EXISTS) {
            throw failure;
        }
        ObjectDetails details = tasks.store().details(target.uri());
        boolean own = target.marker().equals(details.attributes().metadata().get(Upload.MARKER));
        if (!own) {
            throw failure;
        }
        ObjectInfo info = details.info();
        return new CommittedObject(info.uri(), info.length(), info.etag(), true);
    }
}
