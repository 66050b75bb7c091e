package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;

import io.spate.engine.BulkDelete;
import io.spate.engine.DeleteOutcome;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/** Deletes files and trees: listed page by page, deleted by up to 1000 keys in a request. */
final class Removal {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final HeldUploads held;
    private final Executor executor;
    private final int concurrency;

    Removal(
            Bucket bucket,
            PathLookup lookup,
            Directories directories,
            HeldUploads held,
            Executor executor,
            int concurrency) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.held = held;
        this.executor = executor;
        this.concurrency = concurrency;
    }

    /**
     * Deletes what is at a path; with it, what keys with more slashes than paths can have are below it.
     *
     * @return whether there was anything
     * @throws PathIsNotEmptyDirectoryException for a directory with children, if not recursive
     */
    boolean delete(Path path, boolean recursive) throws IOException {
        if (held.abort(path)) {
            return true;
        }
        if (lookup.file(path).isPresent()) {
            deleteFile(path);
        } else if (path.isRoot() || !lookup.isDirectory(path)) {
            return false;
        } else {
            if (!recursive) {
                requireEmpty(path);
            }
            deleteTree(path);
        }
        directories.keep(path.getParent());
        return true;
    }

    private void deleteFile(Path path) throws IOException {
        try {
            bucket.store().delete(bucket.file(path));
        } catch (StoreException e) {
            throw Failures.at(path, e);
        }
    }

    private void requireEmpty(Path directory) throws IOException {
        ObjectUri marker = bucket.directory(directory);
        ListPage page = bucket.store().list(ListRequest.below(marker).withMaxKeys(2));
        if (page.objects().stream().anyMatch(info -> !info.uri().equals(marker))) {
            throw new PathIsNotEmptyDirectoryException(directory.toString());
        }
    }

    /** Deletes all keys below a directory and its marker. */
    void deleteTree(Path directory) throws IOException {
        KeyPages pages = new KeyPages(bucket.store(), ListRequest.below(bucket.directory(directory)));
        BulkDelete delete = new BulkDelete(bucket.engine(), executor, concurrency);
        for (Optional<List<ObjectInfo>> page = pages.next(); page.isPresent(); page = pages.next()) {
            DeleteOutcome outcome =
                    delete.delete(page.get().stream().map(ObjectInfo::uri).iterator());
            if (!outcome.isComplete()) {
                throw incomplete(directory, outcome);
            }
        }
    }

    private static IOException incomplete(Path directory, DeleteOutcome outcome) {
        return outcome.failures().entrySet().stream()
                .findFirst()
                .map(failure -> new IOException(
                        "cannot delete " + directory + ": " + outcome.failures().size() + " keys are left, among them "
                                + failure.getKey(),
                        failure.getValue()))
                .orElseGet(() -> new IOException("deleting " + directory + " was stopped"));
    }
}
