package io.spate.hadoop;

import java.io.IOException;

import org.apache.hadoop.fs.Path;

/** What is known under a temporary name and is an upload for the name that it will be renamed to. Thread-safe. */
sealed interface Held permits HeldFile, HeldConcatenation {
    HeldName name();

    default Path temporary() {
        return name().temporary();
    }

    /** What it will be. */
    default Path target() {
        return name().target();
    }

    /** The status of the temporary file, without an etag. */
    SpateFileStatus status();

    /** Whether it neither was completed nor aborted. */
    boolean isThere();

    /** Makes the target. If that fails and this still is there, it may be tried again. */
    void complete() throws IOException;

    /** Sends what waits in memory, so that this can be used again. Whether there was any. */
    boolean relieve();

    /** Gives the upload up, and nothing else. Whether there was one. */
    boolean abort() throws IOException;

    /** Gives the upload up, and all that would have been gone with it. Whether there was one. */
    boolean delete() throws IOException;
}
