package io.spate.bulk;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Removes a directory with all that is in it, also while somebody else does the same. */
final class Removal extends SimpleFileVisitor<Path> {
    private static final int ATTEMPTS = 20;

    private Removal() {}

    /** Nothing happens if it is not there. What others still write into it is removed too, if they end soon. */
    static void of(Path directory) throws IOException {
        for (int attempt = 1; Files.exists(directory); attempt++) {
            try {
                Files.walkFileTree(directory, new Removal());
            } catch (DirectoryNotEmptyException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
        Files.deleteIfExists(directory);
        return FileVisitResult.CONTINUE;
    }
}
