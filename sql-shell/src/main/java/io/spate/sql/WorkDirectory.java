package io.spate.sql;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** Where this process keeps all of its files while it runs: Flink unpacks jars, and spills what it sorts. */
final class WorkDirectory implements Closeable {
    private static final String TEMPORARY = "java.io.tmpdir";

    private static final int ATTEMPTS = 10;

    private final Path path;
    private final String before;

    private WorkDirectory(Path path, String before) {
        this.path = path;
        this.before = before;
    }

    /** Makes one where the JVM has its temporary files, and makes it the place for them. Called before all else. */
    static WorkDirectory create() throws IOException {
        // Files.createTempDirectory would remember for ever where temporary files are.
        String before = System.getProperty(TEMPORARY);
        Path path = Path.of(before, "spate-sql-" + UUID.randomUUID());
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix) {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(path);
        }
        System.setProperty(TEMPORARY, path.toString());
        return new WorkDirectory(path, before);
    }

    Path path() {
        return path;
    }

    /**
     * Idempotent, and may be called while others still write there or remove their files. A directory that cannot be removed
     * is reported, and no reason to fail.
     */
    @Override
    public void close() {
        System.setProperty(TEMPORARY, before);
        String reason = "others keep on writing there";
        for (int attempt = 0; attempt < ATTEMPTS && Files.exists(path); attempt++) {
            try {
                Files.walkFileTree(path, new Removal());
            } catch (IOException e) {
                reason = e.toString();
            }
        }
        if (Files.exists(path)) {
            System.err.println("spate sql: cannot remove " + path + ": " + reason);
        }
    }

    /** Passes over what is gone already, and over directories in which there is something new. */
    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
            try {
                Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException e) {
                // The next attempt has it.
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
