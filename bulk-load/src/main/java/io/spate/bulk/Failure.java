package io.spate.bulk;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

import org.apache.flink.util.SerializedThrowable;

import io.spate.engine.StoreException;

/** Finds in a failure the one line that tells a person what went wrong. */
final class Failure {
    private Failure() {}

    /** One line without control characters, never empty. */
    static String describe(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof StoreException) && isWrapper(cause)) {
            cause = cause.getCause();
        }
        return Terminal.escape(message(cause));
    }

    private static boolean isWrapper(Throwable failure) {
        return failure.getCause() != null
                && (failure instanceof UncheckedIOException
                        || failure instanceof java.util.concurrent.ExecutionException
                        || failure.getClass().getName().startsWith("org.apache.flink."));
    }

    private static String message(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "no such file: " + missing.getFile();
        }
        if (failure instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (failure instanceof FileSystemException || failure.getMessage() == null) {
            return failure.toString();
        }
        return failure instanceof SerializedThrowable carried
                ? carried.getMessage()
                        .replaceFirst(
                                "^" + java.util.regex.Pattern.quote(carried.getOriginalErrorClassName()) + ": ", "")
                : failure.getMessage();
    }
}
