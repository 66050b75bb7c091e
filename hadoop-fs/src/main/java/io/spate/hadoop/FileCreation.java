package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Precondition;
import io.spate.engine.WriteTarget;

/**
 * Checks whether a file may be made, and opens its stream. The checks are two requests, or one for a temporary name: a LIST
 * below the path, which must be no directory, and a LIST below its parent, which mostly shows that that is one; only where it
 * has no children are it and those above it asked for. One more, a HEAD, if nothing may be overwritten.
 */
final class FileCreation {
    /**
     * What is to be made.
     *
     * @param overwrite whether a file that is there may be replaced
     * @param recursive whether the directory above need not exist
     * @param precondition held by the store when the file becomes visible
     * @param progress called while the file is written and closed
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

    /**
     * Opens the stream of a new file.
     *
     * @throws FileAlreadyExistsException if there is a directory, or a file that may not be overwritten
     * @throws ParentNotDirectoryException if there is a file above
     * @throws FileNotFoundException if the directory above must exist and does not
     * @throws UnsupportedOperationException if the store does not keep the precondition
     */
    FSDataOutputStream create(Request request, FileSystem.Statistics statistics) throws IOException {
        requirePrecondition(request);
        Optional<Path> target = heldTarget(request);
        requireCreatable(request, target.isPresent());
        WriteTarget written = WriteTarget.of(bucket.file(target.orElse(request.path())))
                .withAttributes(request.attributes())
                .with(target.isPresent() ? bucket.ifAbsent() : precondition(request));
        ObjectWriter writer = bucket.engine().writer(written, held);
        SpateOutputStream.Destination destination = new PublishedFile(request.path(), lookup, request.progress());
        if (target.isPresent()) {
            HeldFile file =
                    new HeldFile(HeldName.now(bucket, request.path(), target.get()), writer, request.progress());
            held.add(file);
            destination = file;
        }
        return new FSDataOutputStream(
                new SpateOutputStream(request.path(), writer, destination, request.progress()), statistics);
    }

    /** The file that a temporary name stands for. */
    private Optional<Path> heldTarget(Request request) {
        if (!renameOnUpload || !request.precondition().equals(Precondition.NONE)) {
            return Optional.empty();
        }
        Path path = request.path();
        try {
            return TemporaryName.isOfDistCp(path)
                    ? DistCpTarget.of(path, request.progress()).filter(this::isOfBucket)
                    : TemporaryName.shellTarget(path);
        } catch (LinkageError e) {
            // No DistCp on the class path, or another one: the temporary file is written, and copied.
            return Optional.empty();
        }
    }

    private boolean isOfBucket(Path path) {
        return bucket.uri().getAuthority().equals(path.toUri().getAuthority())
                && bucket.uri().getScheme().equals(path.toUri().getScheme());
    }

    private void requireCreatable(Request request, boolean isHeld) throws IOException {
        Path path = request.path();
        if (path.isRoot() || (!isHeld && lookup.isDirectory(path))) {
            throw new FileAlreadyExistsException("there is a directory: " + path);
        }
        if (!request.overwrite() && lookup.file(path).isPresent()) {
            throw new FileAlreadyExistsException("there is a file: " + path);
        }
        if (request.recursive()) {
            directories.requireNoFileAbove(path);
        } else {
            requireParent(path);
        }
    }

    private void requireParent(Path path) throws IOException {
        Path parent = path.getParent();
        if (lookup.isDirectory(parent)) {
            return;
        }
        if (lookup.file(parent).isPresent()) {
            throw new ParentNotDirectoryException("there is a file above " + path + ": " + parent);
        }
        throw new FileNotFoundException("no directory to make " + path + " in: " + parent);
    }

    /** What must not be overwritten is not, even if it appears while the file is written, where the store sees to it. */
    private Precondition precondition(Request request) {
        boolean ifAbsent = !request.overwrite() && request.precondition().equals(Precondition.NONE);
        return ifAbsent ? bucket.ifAbsent() : request.precondition();
    }

    private void requirePrecondition(Request request) {
        if (!bucket.keeps(request.precondition())) {
            throw new UnsupportedOperationException("cannot create " + request.path() + " on the condition "
                    + request.precondition() + ": this kind of store does not keep it, or not for large files; option '"
                    + HadoopConfiguration.PREFIX + "profile' says which kind it is");
        }
    }
}
