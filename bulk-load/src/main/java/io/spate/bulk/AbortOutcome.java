package io.spate.bulk;

import java.util.Optional;

import io.spate.engine.StoreException;

/** What has become of an upload that was to be aborted. */
record AbortOutcome(Status status, Optional<StoreException> failure) {
    /** In one word. */
    enum Status {
        ABORTED("aborted"),
        /** Somebody else had completed or aborted it before. */
        GONE("gone"),
        FAILED("failed"),
        WOULD_ABORT("would-abort");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static AbortOutcome of(Status status) {
        return new AbortOutcome(status, Optional.empty());
    }

    static AbortOutcome failed(StoreException failure) {
        return new AbortOutcome(Status.FAILED, Optional.of(failure));
    }
}
