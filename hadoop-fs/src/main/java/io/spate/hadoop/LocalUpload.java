package io.spate.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathExistsException;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectWriter;
import io.spate.engine.WriteTarget;

/**
 * Copies a file or a tree of another file system, such as the local one, into the store: several files at a time, the largest
 * first, so that no large one is left alone in the end.
 */
final class LocalUpload {
    private record LocalFile(FileStatus source, Path target) {}

    private static final Progressable SILENT = () -> {};
    private static final int COPY_BYTES = 1 << 20;

    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;
    private final OperationThreads threads;
    private final FileSystem local;

    LocalUpload(Bucket bucket, PathLookup lookup, Directories directories, OperationThreads threads, FileSystem local) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
        this.threads = threads;
        this.local = local;
    }

    /**
     * Copies to the target, or into it if that is a directory.
     *
     * @param overwrite whether a file, or a directory of the name of the source, may be there
     * @return bytes
     * @throws FileAlreadyExistsException if there is a file where there should be a directory, or the other way round
     * @throws PathExistsException if there is something, and it may not be overwritten
     */
    long copy(Path source, Path target, boolean overwrite) throws IOException {
        FileStatus status = local.getFileStatus(source);
        Optional<SpateFileStatus> there = lookup.find(target);
        Path destination = target;
        if (there.filter(SpateFileStatus::isDirectory).isPresent()) {
            // Not that of the source as it was given, which may end with a slash.
            destination = new Path(target, status.getPath().getName());
            there = lookup.find(destination);
        } else if (there.isEmpty()) {
            directories.requireNoFileAbove(target);
        }
        if (there.isPresent()) {
            requireReplaceable(status, there.get(), overwrite);
        }
        return copyTree(status, destination, there.isPresent());
    }

    private static void requireReplaceable(FileStatus source, SpateFileStatus there, boolean overwrite)
            throws IOException {
        if (source.isDirectory() != there.isDirectory()) {
            throw new FileAlreadyExistsException(
                    "there is a " + (there.isDirectory() ? "directory" : "file") + ": " + there.getPath());
        }
        if (!overwrite) {
            throw new PathExistsException(there.getPath().toString());
        }
    }

    private long copyTree(FileStatus source, Path destination, boolean merged) throws IOException {
        List<LocalFile> files = new ArrayList<>();
        List<Path> empty = new ArrayList<>();
        collect(source, destination, files, empty);
        files.sort(Comparator.comparingLong((LocalFile file) -> file.source().getLen())
                .reversed());
        List<Callable<Object>> work = new ArrayList<>();
        empty.forEach(path -> work.add(() -> {
            directories.make(path);
            return path;
        }));
        files.forEach(file -> work.add(() -> {
            if (merged && lookup.isDirectory(file.target())) {
                throw new FileAlreadyExistsException("there is a directory: " + file.target());
            }
            upload(file);
            return file;
        }));
        threads.run(work);
        return files.stream().mapToLong(file -> file.source().getLen()).sum();
    }

    private void collect(FileStatus source, Path target, List<LocalFile> files, List<Path> empty) throws IOException {
        // So that a name which cannot be a key is refused before anything is written.
        bucket.file(target);
        if (source.isFile()) {
            files.add(new LocalFile(source, target));
            return;
        }
        FileStatus[] children = local.listStatus(source.getPath());
        if (children.length == 0) {
            empty.add(target);
        }
        for (FileStatus child : children) {
            collect(child, new Path(target, child.getPath().getName()), files, empty);
        }
    }

    private void upload(LocalFile file) throws IOException {
        WriteTarget target = WriteTarget.of(bucket.file(file.target()))
                .withLength(file.source().getLen());
        byte[] piece =
                new byte[(int) Math.min(COPY_BYTES, Math.max(1, file.source().getLen()))];
        ObjectWriter writer = bucket.engine().writer(target);
        try (InputStream in = local.open(file.source().getPath(), piece.length)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                writer.write(piece, 0, count);
            }
            new PublishedFile(file.target(), lookup, SILENT).accept(writer);
        } catch (IOException | RuntimeException e) {
            giveUp(file.target(), writer, e);
            throw e;
        }
    }

    private void giveUp(Path target, ObjectWriter writer, Exception reason) {
        try {
            new PublishedFile(target, lookup, SILENT).giveUp(writer);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }
}
