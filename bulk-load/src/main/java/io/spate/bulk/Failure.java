package io.spate.bulk;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;

import org.apache.flink.util.SerializedThrowable;

import io.spate.engine.StoreException;

/** Finds in a failure the one line that tells a person what went wrong. */
final class Failure {
    private static final String FLINK = "org.apache.flink.";

    private Failure() {}

    /** One line without control characters, never empty. */
    static String describe(Throwable failure) {
        Throwable cause = failure;
        while (isWrapper(cause)) {
            cause = cause.getCause();
        }
        return Terminal.escape(message(cause));
    }

    private static boolean isWrapper(Throwable failure) {
        return failure.getCause() != null
                && !(failure instanceof StoreException)
                && (failure instanceof UncheckedIOException
                        || failure instanceof ExecutionException
                        || failure.getClass().getName().startsWith(FLINK));
    }

    private static String message(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "no such file: " + missing.getFile();
        }
        if (failure instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (failure.getMessage() == null || failure instanceof FileSystemException) {
            return failure.toString();
        }
        return failure instanceof SerializedThrowable carried ? withoutClassName(carried) : failure.getMessage();
    }

    private static String withoutClassName(SerializedThrowable carried) {
        String prefix = carried.getOriginalErrorClassName() + ": ";
        String message = carried.getMessage();
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }
}
