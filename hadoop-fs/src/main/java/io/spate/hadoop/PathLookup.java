package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

import org.apache.hadoop.fs.Path;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;

/**
 * Finds what a path is: a file if there is an object at its key (one HEAD), else a directory if there is any key below it
 * (one LIST). Where there is both, the file wins, and what is below is still listed by whoever lists the path's parent.
 */
final class PathLookup {
    private final Bucket bucket;
    private final HeldUploads held;

    PathLookup(Bucket bucket, HeldUploads held) {
        this.bucket = bucket;
        this.held = held;
    }

    /** @throws FileNotFoundException if there is nothing */
    SpateFileStatus status(Path path) throws IOException {
        return find(path).orElseThrow(() -> new FileNotFoundException("no such file or directory: " + path));
    }

    Optional<SpateFileStatus> find(Path path) throws IOException {
        if (path.isRoot()) {
            return Optional.of(bucket.directoryStatus(path));
        }
        Optional<SpateFileStatus> file = file(path);
        return file.isPresent() || !isDirectory(path) ? file : Optional.of(bucket.directoryStatus(path));
    }

    /** The file at a path, be it held open under a temporary name; else one HEAD. */
    Optional<SpateFileStatus> file(Path path) throws IOException {
        if (path.isRoot()) {
            return Optional.empty();
        }
        Optional<SpateFileStatus> temporary = held.status(path);
        if (temporary.isPresent()) {
            return temporary;
        }
        try {
            ObjectInfo info = bucket.store().head(bucket.file(path));
            return Optional.of(bucket.fileStatus(path, info));
        } catch (StoreException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw Failures.at(path, e);
        }
    }

    /** Whether there is a key below a path, its own marker included; one LIST. The root always is. */
    boolean isDirectory(Path path) throws IOException {
        if (path.isRoot()) {
            return true;
        }
        try {
            ListPage page = bucket.store()
                    .list(ListRequest.below(bucket.directory(path)).withMaxKeys(1));
            return !page.objects().isEmpty();
        } catch (StoreException e) {
            throw Failures.at(path, e);
        }
    }
}
