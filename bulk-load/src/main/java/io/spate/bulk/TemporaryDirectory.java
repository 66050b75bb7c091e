package io.spate.bulk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for a while: removed when it is closed, and also when the process is told to end. */
final class TemporaryDirectory implements Closeable {
    private final Path path;
    private final Thread hook = new Thread(this::close, "spate-cleanup");

    private TemporaryDirectory(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Makes one where the JVM has its temporary files, with a name that starts so. */
    static TemporaryDirectory create(String name) throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory(name));
    }

    Path path() {
        return path;
    }

    /** Idempotent. A directory that cannot be removed is reported, and no reason to fail. */
    @Override
    public void close() {
        try {
            Removal.of(path);
        } catch (IOException e) {
            System.err.println("spate: cannot remove " + path + ": " + Failure.describe(e));
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // The process is ending, so the hook runs as well, and finds nothing left.
        }
    }
}
