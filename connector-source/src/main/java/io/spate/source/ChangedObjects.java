package io.spate.source;

import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * What becomes of an object that was replaced or deleted after it was listed.
 *
 * @param skip whether what is left of it is left out; else the job fails
 * @param skipped counts them
 * @param store asked whether the bucket of what is not found is there: without it, nothing is left to read
 */
record ChangedObjects(boolean skip, Counter skipped, ObjectStore store) {
    private static final Logger LOG = LoggerFactory.getLogger(ChangedObjects.class);

    /** Whether a failure to read an object is to be passed over. */
    boolean isSkipped(ObjectUri uri, Throwable failure) {
        if (!skip || !isChange(uri, failure)) {
            return false;
        }
        skipped.inc();
        LOG.warn("skipped what was left of {}, which was replaced or deleted after it was listed", uri, failure);
        return true;
    }

    private boolean isChange(ObjectUri uri, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException refusal) {
                return switch (refusal.kind()) {
                    case CHANGED -> true;
                    case NOT_FOUND -> hasBucket(uri, failure);
                    case EXISTS, DENIED, THROTTLED, UNAVAILABLE, UNREACHABLE, INVALID, LOST_UPLOAD -> false;
                };
            }
        }
        return false;
    }

    private boolean hasBucket(ObjectUri uri, Throwable failure) {
        try {
            store.list(ListRequest.below(uri).withMaxKeys(1));
            return true;
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}
