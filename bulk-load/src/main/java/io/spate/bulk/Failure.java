package io.spate.bulk;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.apache.flink.util.SerializedThrowable;

import io.spate.engine.StoreException;

/** Finds in a failure the one line that tells a person what went wrong. */
final class Failure {
    private static final String FLINK = "org.apache.flink.";
    private static final Set<String> WRAPPERS = Set.of(
            RuntimeException.class.getName(),
            UncheckedIOException.class.getName(),
            ExecutionException.class.getName(),
            CompletionException.class.getName());

    private Failure() {}

    /** One line without control characters, never empty. */
    static String describe(Throwable failure) {
        Throwable cause = find(StoreException.class, failure)
                .or(() -> find(OutOfMemoryError.class, failure))
                .orElseGet(() -> unwrap(failure));
        return Terminal.escape(message(cause));
    }

    /** The outermost failure of a class among a failure and its causes. */
    private static Optional<Throwable> find(Class<? extends Throwable> type, Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .filter(each -> className(each).equals(type.getName()))
                .findFirst();
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && isWrapper(cause)) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Whether a failure only carries its cause to somewhere else. */
    private static boolean isWrapper(Throwable failure) {
        String name = className(failure);
        return WRAPPERS.contains(name)
                || name.startsWith(FLINK)
                || failure.getCause().toString().equals(failure.getMessage());
    }

    /** The class that a failure had where it came from. */
    private static String className(Throwable failure) {
        return failure instanceof SerializedThrowable carried
                ? carried.getOriginalErrorClassName()
                : failure.getClass().getName();
    }

    private static String message(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "no such file: " + missing.getFile();
        }
        if (failure instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (className(failure).equals(OutOfMemoryError.class.getName())) {
            return "out of memory (" + text(failure) + "): give more, with SPATE_JAVA_OPTS=-Xmx4g or such";
        }
        if (failure.getMessage() == null || failure instanceof FileSystemException) {
            return failure.toString();
        }
        return text(failure);
    }

    private static String text(Throwable failure) {
        return failure instanceof SerializedThrowable carried ? withoutClassName(carried) : failure.getMessage();
    }

    private static String withoutClassName(SerializedThrowable carried) {
        String prefix = carried.getOriginalErrorClassName() + ": ";
        String message = carried.getMessage();
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }
}
