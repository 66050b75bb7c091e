package io.spate.hadoop;

import java.io.IOException;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.WriteBody;

/** Makes directories, and keeps those that would vanish with their last child: by a marker, an empty object {@code dir/}. */
final class Directories {
    private static final WriteBody EMPTY = WriteBody.of(new byte[0]);

    private final Bucket bucket;
    private final PathLookup lookup;

    Directories(Bucket bucket, PathLookup lookup) {
        this.bucket = bucket;
        this.lookup = lookup;
    }

    /**
     * Makes a directory and thereby all above it.
     *
     * @throws FileAlreadyExistsException if there is a file
     * @throws ParentNotDirectoryException if there is a file above
     */
    void make(Path path) throws IOException {
        if (lookup.isDirectory(path)) {
            return;
        }
        if (lookup.file(path).isPresent()) {
            throw new FileAlreadyExistsException("there is a file: " + path);
        }
        requireNoFileAbove(path);
        mark(path);
    }

    /** Puts a marker for a directory of which a child was removed, if there is nothing left in it; never for the root. */
    void keep(Path directory) throws IOException {
        if (directory != null && !lookup.isDirectory(directory)) {
            mark(directory);
        }
    }

    /**
     * Fails if a file cannot be made at a path since there is one above.
     *
     * @throws ParentNotDirectoryException naming it
     */
    void requireNoFileAbove(Path path) throws IOException {
        for (Path above = path.getParent(); above != null && !lookup.isDirectory(above); above = above.getParent()) {
            if (lookup.file(above).isPresent()) {
                throw new ParentNotDirectoryException("there is a file above " + path + ": " + above);
            }
        }
    }

    private void mark(Path directory) throws IOException {
        try {
            bucket.store().put(bucket.directory(directory), EMPTY, ObjectAttributes.NONE, Precondition.NONE);
        } catch (StoreException e) {
            throw Failures.at(directory, e);
        }
    }
}
