package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

import io.spate.engine.StoreException;

/** Tells failures of a store in the exceptions that Hadoop's callers look for. The text of the store stays. */
final class Failures {
    private Failures() {}

    /** What to throw for a failure that was met at a path. */
    static IOException at(Path path, IOException failure) {
        if (!(failure instanceof StoreException store)) {
            return failure;
        }
        return switch (store.kind()) {
            case NOT_FOUND -> caused(new FileNotFoundException(path + ": " + store.getMessage()), store);
            case DENIED -> caused(new AccessDeniedException(path.toString(), null, store.getMessage()), store);
            case EXISTS -> caused(new FileAlreadyExistsException(path + ": " + store.getMessage()), store);
            case CHANGED, THROTTLED, UNAVAILABLE, UNREACHABLE, INVALID, LOST_UPLOAD -> store;
        };
    }

    private static IOException caused(IOException shown, StoreException cause) {
        shown.initCause(cause);
        return shown;
    }
}
