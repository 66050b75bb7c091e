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
 * Finds what a path is: a file if it is held for another name or there is an object at its key (one HEAD), else a directory
 * if there is any key below it (one LIST). Where there is both, the file wins, and what is below is still listed.
 */
final class PathLookup {
    private final Bucket bucket;
    private final HeldUploads held;
    private final StatusCache cache;

    PathLookup(Bucket bucket, HeldUploads held, StatusCache cache) {
        this.bucket = bucket;
        this.held = held;
        this.cache = cache;
    }

    /**
     * What a path is, or was a moment ago, as far as the options allow to remember it.
     *
     * @throws FileNotFoundException if there is nothing
     */
    SpateFileStatus status(Path path) throws IOException {
        Optional<SpateFileStatus> own = heldFile(path);
        Optional<SpateFileStatus> status = own.isPresent() ? own : cache.get(path, this::find);
        return status.orElseThrow(() -> missing(path));
    }

    /** What is held for another name; no request. */
    Optional<SpateFileStatus> heldFile(Path path) {
        return held.status(path);
    }

    static FileNotFoundException missing(Path path) {
        return new FileNotFoundException("no such file or directory: " + path);
    }

    /** What a path is at present. */
    Optional<SpateFileStatus> find(Path path) throws IOException {
        if (path.isRoot()) {
            return Optional.of(bucket.directoryStatus(path));
        }
        Optional<SpateFileStatus> file = file(path);
        return file.isPresent() || !isDirectory(path) ? file : Optional.of(bucket.directoryStatus(path));
    }

    /** The file at a path at present; one HEAD. */
    Optional<SpateFileStatus> file(Path path) throws IOException {
        Optional<SpateFileStatus> own = heldFile(path);
        if (own.isPresent() || path.isRoot()) {
            return own;
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
        return path.isRoot() || !firstKeys(path, 1).objects().isEmpty();
    }

    /** Whether there is a key below a path besides its own marker; one LIST. */
    boolean hasChildren(Path path) throws IOException {
        String marker = KeyCodec.prefix(path);
        return firstKeys(path, 2).objects().stream()
                .anyMatch(info -> !info.uri().key().equals(marker));
    }

    /** A file was made, replaced or deleted by this file system. */
    void forget(Path path) {
        cache.forget(path);
    }

    /** What is at a path and below it was deleted or renamed, or something was renamed to it. */
    void forgetTree(Path path) {
        cache.forgetTree(path);
    }

    private ListPage firstKeys(Path path, int count) throws IOException {
        try {
            return bucket.store().list(ListRequest.below(bucket.directory(path)).withMaxKeys(count));
        } catch (StoreException e) {
            throw Failures.at(path, e);
        }
    }
}
