package io.spate.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.StoreException.Kind;

/**
 * The requests that complete one upload, and what their failures mean. Where there is a tail to be sent first, it becomes
 * the part after the last one, whatever a writer that is still alive may have sent under that number since.
 *
 * <p>Used by one thread at a time.
 */
final class CommitAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(CommitAttempt.class);

    /** A tail is sent again if another process has replaced it before the upload was complete. */
    private static final int MOST_TAILS = 5;

    private final ObjectStore store;
    private Upload begun;
    private final byte[] tail;
    private final Precondition precondition;
    private Optional<Part> tailPart = Optional.empty();
    private int tails;

    /** @param tail may be empty */
    CommitAttempt(ObjectStore store, Upload begun, byte[] tail, Precondition precondition) {
        this.store = store;
        this.begun = begun;
        this.tail = tail;
        this.precondition = precondition;
    }

    CommittedObject complete() throws StoreException {
        if (tail.length > 0 && tailPart.isEmpty()) {
            tails++;
            tailPart = Optional.of(store.uploadPart(begun, tailNumber(), WriteBody.of(tail)));
        }
        Upload whole = whole();
        return new CommittedObject(whole.uri(), whole.length(), store.complete(whole, precondition), false);
    }

    /** What became of the upload in spite of a failure. Throws what counts where nothing has, or it cannot be told. */
    CommittedObject settle(StoreException failure) throws StoreException {
        return switch (failure.kind()) {
            case DENIED, THROTTLED, UNREACHABLE -> throw failure;
            case EXISTS, CHANGED, NOT_FOUND -> outcome(failure).orElseThrow(() -> failure);
            case INVALID -> settleInvalid(failure);
            case LOST_UPLOAD -> outcome(failure).orElseThrow(() -> lost(failure));
            case UNAVAILABLE -> settleUnavailable(failure);
        };
    }

    /** Fails if the object is not as long as it must be. */
    CommittedObject verify(CommittedObject committed) throws StoreException {
        Optional<String> wrong = UploadOutcome.contradiction(whole(), committed.etag(), store.details(begun.uri()));
        if (wrong.isPresent()) {
            throw new StoreException(Kind.INVALID, StoreRequest.head(begun.uri()), wrong.get());
        }
        return committed;
    }

    /** The upload with its tail; where that has never been sent, with the etag that most stores would give it. */
    private Upload whole() {
        return tail.length == 0
                ? begun
                : begun.with(tailPart.orElseGet(() -> new Part(tailNumber(), UploadOutcome.md5(tail), tail.length)));
    }

    private int tailNumber() {
        int parts = begun.parts().size();
        return parts == 0 ? 1 : begun.parts().get(parts - 1).number() + 1;
    }

    /** The object that came of the upload, if there is one. Throws why that cannot be told. */
    private Optional<CommittedObject> outcome(StoreException failure) throws StoreException {
        Upload whole = whole();
        try {
            ObjectDetails details = store.details(whole.uri());
            return UploadOutcome.isOf(whole, details) ? Optional.of(found(whole, details.info())) : Optional.empty();
        } catch (StoreException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            e.addSuppressed(failure);
            throw e;
        }
    }

    private static CommittedObject found(Upload whole, ObjectInfo info) {
        if (info.length() > whole.length()) {
            LOG.warn(
                    "{} was committed with {} bytes, all of the {} that are to be committed now and more; it stays",
                    info.uri(),
                    info.length(),
                    whole.length());
        }
        return new CommittedObject(info.uri(), info.length(), info.etag(), true);
    }

    private CommittedObject settleInvalid(StoreException failure) throws StoreException {
        Optional<CommittedObject> outcome = outcome(failure);
        if (outcome.isPresent()) {
            return outcome.get();
        }
        boolean again = tailPart.isPresent() ? tails < MOST_TAILS : takePresentEtags(failure);
        if (!again) {
            throw hasOtherParts(failure) ? incomplete(failure) : failure;
        }
        tailPart = Optional.empty();
        try {
            return complete();
        } catch (StoreException e) {
            return settle(e);
        }
    }

    /**
     * A part that was sent twice, since the first answer did not come in time, may have the etag of either; where the store
     * encrypts, they differ. Not for a tail, which others may have replaced by other bytes.
     *
     * @return whether there are other etags now of parts with the same numbers and lengths
     */
    private boolean takePresentEtags(StoreException failure) {
        if (tail.length > 0) {
            return false;
        }
        try {
            Map<Integer, Part> present = new HashMap<>();
            OptionalInt after = OptionalInt.empty();
            do {
                PartPage page = store.listParts(begun, after);
                page.parts().forEach(part -> present.put(part.number(), part));
                after = page.next();
            } while (after.isPresent());
            List<Part> parts = begun.parts().stream()
                    .map(part -> Optional.ofNullable(present.get(part.number()))
                            .filter(now -> now.length() == part.length())
                            .orElse(part))
                    .toList();
            boolean others = !parts.equals(begun.parts());
            begun = new Upload(begun.uri(), begun.uploadId(), begun.marker(), parts);
            return others;
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    private CommittedObject settleUnavailable(StoreException failure) throws StoreException {
        try {
            Optional<CommittedObject> outcome = outcome(failure);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        } catch (StoreException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        // Some stores answer as if they had failed when an upload is gone (Ceph 16): not to be tried again in vain.
        if (!isOpen(failure)) {
            return outcome(failure).orElseThrow(() -> lost(failure));
        }
        throw failure;
    }

    private boolean isOpen(StoreException failure) {
        try {
            store.listParts(begun, OptionalInt.empty());
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return e.kind() != Kind.LOST_UPLOAD;
        }
        return true;
    }

    private boolean hasOtherParts(StoreException failure) {
        Upload whole = whole();
        int last = whole.parts().isEmpty()
                ? 0
                : whole.parts().get(whole.parts().size() - 1).number();
        try {
            return !store.listParts(begun, OptionalInt.of(last)).parts().isEmpty();
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    private static StoreException incomplete(StoreException failure) {
        return new StoreException(
                Kind.INVALID,
                failure.request().orElseThrow(),
                failure.detail() + "; the upload has parts that were sent after the checkpoint, and it seems that this"
                        + " store does not complete an upload without all of its parts: set option '" + Option.PROFILE
                        + "' to generic, and go back to a checkpoint or savepoint before this upload",
                failure);
    }

    private StoreException lost(StoreException cause) {
        return new StoreException(
                Kind.LOST_UPLOAD,
                StoreRequest.upload(Operation.COMPLETE_UPLOAD, begun),
                "the store does not have the upload any more, nor at the key an object that came of it: its "
                        + whole().length()
                        + " bytes are lost. It may have been aborted by hand, by a rule of the bucket"
                        + " or because it was older than the store keeps uploads, or it was committed before and the"
                        + " object has been deleted, moved or replaced since; what was refused: " + cause.detail(),
                cause);
    }
}
