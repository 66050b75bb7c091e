package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;

import org.apache.hadoop.fs.Path;

/** Appends files to a file within the store, by copies of parts; only what is too small for a part passes through. */
@SuppressWarnings({"UnusedVariable", "DoNotCallSuggester"})
final class Concatenation {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Removal removal;
    private final Executor executor;

    Concatenation(Bucket bucket, PathLookup lookup, Removal removal, Executor executor) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.removal = removal;
        this.executor = executor;
    }

    /** As {@code FileSystem.concat} is specified: the sources are gone afterwards. */
    void concat(Path target, List<Path> sources) throws IOException {
        throw new UnsupportedOperationException();
    }
}
