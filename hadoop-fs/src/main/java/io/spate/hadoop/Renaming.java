package io.spate.hadoop;

import java.io.IOException;
import java.util.concurrent.Executor;

import org.apache.hadoop.fs.Path;

/**
 * Renames files and trees: an upload that is held open for the target is completed; all else is copied within the store,
 * several objects at a time, verified, and only then deleted. A failure says what has been moved.
 */
@SuppressWarnings({"UnusedVariable", "DoNotCallSuggester"})
final class Renaming {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final Removal removal;
    private final HeldUploads held;
    private final Executor executor;
    private final int concurrency;

    Renaming(
            Bucket bucket,
            PathLookup lookup,
            Directories directories,
            Removal removal,
            HeldUploads held,
            Executor executor,
            int concurrency) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.removal = removal;
        this.held = held;
        this.executor = executor;
        this.concurrency = concurrency;
    }

    /** As {@code FileSystem.rename(source, target)} is specified. False where it says so. */
    boolean rename(Path source, Path target) throws IOException {
        throw new UnsupportedOperationException();
    }
}
