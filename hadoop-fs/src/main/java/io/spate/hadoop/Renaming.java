package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * Renames files and trees: an upload that is held open for the target is completed; all else is copied within the store,
 * several objects at a time, verified, and only then deleted. A failure says what has been moved.
 */
final class Renaming {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final HeldUploads held;
    private final OperationThreads threads;

    Renaming(Bucket bucket, PathLookup lookup, Directories directories, HeldUploads held, OperationThreads threads) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.held = held;
        this.threads = threads;
    }

    /**
     * As HDFS does: into a directory that is there, and below its new name else. False, and nothing changes, if there is no
     * source, if there is a file at the target or anything where it would be in a directory, if the target is within the source
     * or not in a directory, and for the root.
     */
    boolean rename(Path source, Path target) throws IOException {
        if (source.isRoot()) {
            return false;
        }
        Optional<Held> file = held.find(source);
        if (file.isPresent()) {
            return renameHeld(file.get(), target);
        }
        Optional<SpateFileStatus> found = lookup.find(source);
        if (found.isEmpty()) {
            return false;
        }
        Optional<Path> destination = destination(source, target);
        if (destination.isEmpty()) {
            return false;
        }
        if (destination.get().equals(source)) {
            return found.get().isFile();
        }
        requireNothingHeldBelow(source);
        move(found.get(), destination.get());
        return true;
    }

    /** An upload has the name of its target for good, so it would come up where its directory was. */
    private void requireNothingHeldBelow(Path source) throws IOException {
        List<Held> below = held.below(source);
        if (!below.isEmpty()) {
            throw new IOException("cannot rename " + source + ": "
                    + below.get(0).temporary() + " is an upload that is held open; nothing has changed. Rename or"
                    + " delete that first, or set " + HadoopConfiguration.PREFIX
                    + FileSystemOptions.RENAME_ON_UPLOAD.key() + " to false");
        }
    }

    /** The name that the source gets; empty if there is none that it may get. */
    private Optional<Path> destination(Path source, Path target) throws IOException {
        if (target.equals(source)) {
            return Optional.of(source);
        }
        if (KeyCodec.prefix(target).startsWith(KeyCodec.prefix(source))) {
            return Optional.empty();
        }
        Optional<SpateFileStatus> there = lookup.find(target);
        if (there.isEmpty()) {
            boolean parent = target.getParent().equals(source.getParent()) || lookup.isDirectory(target.getParent());
            return parent ? Optional.of(target) : Optional.empty();
        }
        if (there.get().isFile()) {
            return Optional.empty();
        }
        Path child = new Path(target, source.getName());
        boolean free = child.equals(source) || lookup.find(child).isEmpty();
        return free ? Optional.of(child) : Optional.empty();
    }

    private boolean renameHeld(Held file, Path target) throws IOException {
        if (target.equals(file.target()) && lookup.find(target).isEmpty()) {
            held.complete(file);
            return true;
        }
        Optional<Path> destination = destination(file.temporary(), target);
        if (destination.isEmpty() || destination.get().equals(file.temporary())) {
            return destination.isPresent();
        }
        if (destination.get().equals(file.target())) {
            held.complete(file);
            return true;
        }
        if (lookup.find(file.target()).isPresent()) {
            throw new IOException("cannot rename " + file.temporary() + " to " + destination.get()
                    + ": it is an upload that is held open for " + file.target() + ", and that is there by now; nothing"
                    + " has changed. Set " + HadoopConfiguration.PREFIX + FileSystemOptions.RENAME_ON_UPLOAD.key()
                    + " to false to rename temporary files to other names");
        }
        held.complete(file);
        moveCompleted(file, destination.get());
        return true;
    }

    private void moveCompleted(Held file, Path destination) throws IOException {
        try {
            move(lookup.file(file.target()).orElseThrow(() -> PathLookup.missing(file.target())), destination);
        } catch (IOException e) {
            throw new IOException(
                    "renaming " + file.temporary() + " to " + destination + " failed: its bytes are a file at "
                            + file.target() + " by now: " + e.getMessage(),
                    e);
        } finally {
            lookup.forget(file.target());
        }
    }

    private void move(SpateFileStatus found, Path destination) throws IOException {
        Path source = found.getPath();
        if (found.isDirectory()) {
            new TreeMove(bucket, threads, source, destination).run();
        } else {
            moveFile(found, destination);
        }
        directories.keep(source.getParent());
    }

    private void moveFile(SpateFileStatus found, Path destination) throws IOException {
        Path source = found.getPath();
        ObjectUri object = bucket.file(source);
        try {
            threads.copies(bucket.engine()).copyAsIs(found.info(object), bucket.file(destination));
        } catch (StoreException e) {
            throw Failures.at(source, e);
        }
        try {
            bucket.store().delete(object);
        } catch (StoreException e) {
            throw new IOException(
                    "renaming " + source + " to " + destination + " has copied it, but could not delete the source: "
                            + e.getMessage(),
                    e);
        }
    }
}
