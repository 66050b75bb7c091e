package io.spate.hadoop;

import java.io.IOException;
import java.util.Optional;

import org.apache.hadoop.fs.Path;

/**
 * The files of this file system that were written under a temporary name and are held as uploads for the names they will be
 * renamed to. Thread-safe.
 */
final class HeldUploads implements AutoCloseable {
    /** The status of what is written, or held, under a temporary name. */
    Optional<SpateFileStatus> status(Path temporary) {
        return Optional.empty();
    }

    /** Aborts what is held under a temporary name. False if there is nothing. */
    boolean abort(Path temporary) throws IOException {
        return false;
    }

    /** Aborts all. */
    @Override
    public void close() throws IOException {}
}
