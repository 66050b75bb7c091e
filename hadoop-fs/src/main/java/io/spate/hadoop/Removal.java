package io.spate.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;

import io.spate.engine.DeleteOutcome;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/** Deletes files and trees: listed page by page, deleted by up to 1000 keys in a request, several at a time. */
final class Removal {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final HeldUploads held;
    private final OperationThreads threads;

    Removal(Bucket bucket, PathLookup lookup, Directories directories, HeldUploads held, OperationThreads threads) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.held = held;
        this.threads = threads;
    }

    /**
     * Deletes what is at a path; with it, what keys with more slashes than paths can have are below it, and what is held below
     * it for other names. What is in the root can be deleted, the root cannot.
     *
     * @return whether there was anything
     * @throws PathIsNotEmptyDirectoryException for a directory with children, if not recursive
     */
    boolean delete(Path path, boolean recursive) throws IOException {
        if (path.isRoot()) {
            return deleteRoot(path, recursive);
        }
        if (held.delete(path)) {
            return true;
        }
        try {
            return deleteBelowRoot(path, recursive);
        } finally {
            lookup.forgetTree(path);
        }
    }

    /** True for an empty one, as if it were made anew; false where all of a bucket would be lost. */
    private boolean deleteRoot(Path root, boolean recursive) throws IOException {
        boolean empty = !lookup.hasChildren(root);
        if (!empty && !recursive) {
            throw new PathIsNotEmptyDirectoryException(root.toString());
        }
        return empty;
    }

    private boolean deleteBelowRoot(Path path, boolean recursive) throws IOException {
        if (lookup.file(path).isPresent()) {
            deleteFile(path);
        } else if (!recursive && (!held.below(path).isEmpty() || lookup.hasChildren(path))) {
            throw new PathIsNotEmptyDirectoryException(path.toString());
        } else {
            boolean heldBelow = held.deleteBelow(path);
            if (!deleteTree(path) && !heldBelow) {
                return false;
            }
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

    /** Deletes all keys below a directory and its marker. False if there are none. */
    boolean deleteTree(Path directory) throws IOException {
        Iterator<ObjectInfo> objects =
                new KeyPages(bucket.store(), ListRequest.below(bucket.directory(directory))).objects();
        try {
            if (!objects.hasNext()) {
                return false;
            }
            DeleteOutcome outcome = threads.deletes(bucket.engine()).delete(uris(objects));
            if (!outcome.isComplete()) {
                throw incomplete(directory, outcome);
            }
            return true;
        } catch (UncheckedIOException e) {
            throw Failures.at(directory, e.getCause());
        }
    }

    private static Iterator<ObjectUri> uris(Iterator<ObjectInfo> objects) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return objects.hasNext();
            }

            @Override
            public ObjectUri next() {
                return objects.next().uri();
            }
        };
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
