package io.spate.hadoop;

import java.io.IOException;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Precondition;
import io.spate.engine.WriteTarget;

/** Checks whether a file may be made, and opens its stream. */
@SuppressWarnings({"UnusedVariable", "DoNotCallSuggester"})
final class FileCreation {
    /**
     * What is to be made.
     *
     * @param overwrite whether a file that is there may be replaced
     * @param recursive whether the directory above need not exist
     * @param precondition held by the store when the file becomes visible
     * @param progress called while the file is being closed
     */
    record Request(
            Path path,
            boolean overwrite,
            boolean recursive,
            ObjectAttributes attributes,
            Precondition precondition,
            Progressable progress) {}

    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final HeldUploads held;
    private final boolean renameOnUpload;

    FileCreation(Bucket bucket, PathLookup lookup, Directories directories, HeldUploads held, boolean renameOnUpload) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.held = held;
        this.renameOnUpload = renameOnUpload;
    }

    FSDataOutputStream create(Request request, FileSystem.Statistics statistics) throws IOException {
        Path path = request.path();
        if (path.isRoot() || lookup.isDirectory(path)) {
            throw new FileAlreadyExistsException("there is a directory: " + path);
        }
        if (!request.overwrite() && lookup.file(path).isPresent()) {
            throw new FileAlreadyExistsException("there is a file: " + path);
        }
        directories.requireNoFileAbove(path);
        WriteTarget target = WriteTarget.of(bucket.file(path)).withAttributes(request.attributes());
        ObjectWriter writer = bucket.engine().writer(target);
        return new FSDataOutputStream(new SpateOutputStream(path, writer), statistics);
    }
}
