package io.spate.source;

import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * What becomes of an object that was replaced or deleted after it was listed.
 *
 * @param skip whether what is left of it is left out; else the job fails
 * @param skipped counts them
 */
record ChangedObjects(boolean skip, Counter skipped) {
    private static final Logger LOG = LoggerFactory.getLogger(ChangedObjects.class);

    /** Whether a failure to read an object is to be passed over. */
    boolean isSkipped(ObjectUri uri, Throwable failure) {
        if (!skip || !isChange(failure)) {
            return false;
        }
        skipped.inc();
        LOG.warn("skipped what was left of {}, which was replaced or deleted after it was listed", uri, failure);
        return true;
    }

    private static boolean isChange(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException store) {
                return switch (store.kind()) {
                    case CHANGED, NOT_FOUND -> true;
                    case EXISTS, DENIED, THROTTLED, UNAVAILABLE, UNREACHABLE, INVALID, LOST_UPLOAD -> false;
                };
            }
        }
        return false;
    }
}
