package io.spate.sql;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Where this process keeps all of its files while it runs: Flink unpacks jars, and spills what it sorts. */
final class WorkDirectory implements Closeable {
    private static final String TEMPORARY = "java.io.tmpdir";

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

    /** Idempotent. A directory that cannot be removed is reported, and no reason to fail. */
    @Override
    public void close() {
        System.setProperty(TEMPORARY, before);
        if (!Files.exists(path)) {
            return;
        }
        try {
            for (Path each : deepestFirst()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("spate: cannot remove " + path + ": " + e.getMessage());
        }
    }

    private List<Path> deepestFirst() throws IOException {
        try (Stream<Path> below = Files.walk(path)) {
            return below.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
