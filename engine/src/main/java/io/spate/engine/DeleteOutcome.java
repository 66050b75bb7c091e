package io.spate.engine;

import java.util.Map;

/**
 * What has become of many keys that were to be deleted.
 *
 * @param deleted how many are deleted now, whether there had been an object or not
 * @param resent how often a key was sent again, since the store had failed or throttled it
 * @param failures those that could not be deleted, and why
 * @param stopped whether keys were left over that nobody asked for, since so many failed or the executor took no more
 */
public record DeleteOutcome(long deleted, long resent, Map<ObjectUri, StoreException> failures, boolean stopped) {
    public DeleteOutcome {
        failures = Map.copyOf(failures);
    }

    /** Whether all keys are deleted. */
    public boolean isComplete() {
        return failures.isEmpty() && !stopped;
    }
}
