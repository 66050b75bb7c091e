package io.spate.shell;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.apache.hadoop.util.ShutdownHookManager;

/** Where one command keeps files while it runs. Removed when it is closed, and also when the process is told to end. */
final class WorkDirectory implements Closeable {
    /** After Hadoop's own hooks, which still write: those with a higher number run first. */
    private static final int PRIORITY = 0;

    private final Path path;
    private final Runnable hook = this::remove;

    private WorkDirectory(Path path) {
        this.path = path;
        ShutdownHookManager.get().addShutdownHook(hook, PRIORITY);
    }

    /** Makes one where the JVM has its temporary files. */
    static WorkDirectory create() throws IOException {
        return new WorkDirectory(Files.createTempDirectory("spate-hadoop"));
    }

    Path path() {
        return path;
    }

    /** Idempotent. A directory that cannot be removed is reported, and no reason to fail. */
    @Override
    public void close() {
        remove();
        if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(hook);
        }
    }

    private void remove() {
        if (!Files.exists(path)) {
            return;
        }
        try {
            for (Path each : deepestFirst()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("spate: cannot remove " + path + ": " + e.getMessage());
        }
    }

    private List<Path> deepestFirst() throws IOException {
        try (Stream<Path> below = Files.walk(path)) {
            return below.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
