package io.spate.bulk;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.ObjectUri;

/** Finds the regular files below a directory, hidden ones too; links are not followed, except for the directory. */
final class DirectoryScan extends SimpleFileVisitor<Path> {
    private static final String UNDECODED = "\uFFFD";

    private final Path root;
    private final List<DemoObject> found = new ArrayList<>();

    private DirectoryScan(Path root) {
        this.root = root;
    }

    /**
     * All files as objects whose keys are their paths from the directory. It is an error if one cannot be read, or has a
     * key that the store refuses.
     */
    static List<DemoObject> of(Path directory) throws IOException {
        DirectoryScan scan = new DirectoryScan(directory.toRealPath());
        Files.walkFileTree(scan.root, scan);
        return scan.found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isRegularFile()) {
            String key = key(file);
            if (EmbeddedStore.isReserved(key)) {
                throw new IOException("cannot upload '" + file + "': the store of the demo keeps names such as '" + key
                        + "' for itself; rename it, or take it out of the directory");
            }
            checkLength(file, key);
            found.add(new DemoObject(key, attributes.size(), () -> Files.newInputStream(file)));
        }
        return FileVisitResult.CONTINUE;
    }

    private static void checkLength(Path file, String key) throws IOException {
        try {
            new ObjectUri(DemoStore.BUCKET, key);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "cannot upload '" + file + "': its path from the directory is "
                            + key.getBytes(StandardCharsets.UTF_8).length
                            + " bytes of UTF-8 long, too long for a key; shorten it, or take the file out of the directory",
                    e);
        }
    }

    /** The path from the root. A name that is no text in the encoding of file names is percent-encoded. */
    private String key(Path file) {
        String relative = root.relativize(file).toString();
        return relative.contains(UNDECODED)
                ? file.toUri().getRawPath().substring(root.toUri().getRawPath().length())
                : relative.replace(File.separatorChar, '/');
    }
}
