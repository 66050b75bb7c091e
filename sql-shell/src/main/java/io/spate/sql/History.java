package io.spate.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jline.reader.MaskingCallback;

import io.spate.engine.Option;

/** What somebody typed before: in a file that only they may read, and without the statements that have secrets. */
final class History implements MaskingCallback {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final List<String> SECRET_KEYS =
            Option.ALL.stream().filter(Option::isSecret).map(Option::key).toList();
    /** Of a URL, such as that of a proxy. */
    private static final Pattern USER_INFO = Pattern.compile("//[^/\\s]*@");

    private final Path file;

    private History(Path file) {
        this.file = file;
    }

    /**
     * Makes the file if there is none, and has it closed to others.
     *
     * @throws IOException if that cannot be done
     */
    static History open(Path file) throws IOException {
        if (!isPosix(file)) {
            return new History(file);
        }
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER));
        }
        Files.setPosixFilePermissions(file, OWNER);
        return new History(file);
    }

    Path file() {
        return file;
    }

    /** The statement, or nothing if it is not to be kept. */
    @Override
    public String history(String statement) {
        String lower = statement.toLowerCase(Locale.ROOT);
        boolean secret = SECRET_KEYS.stream().anyMatch(lower::contains)
                || USER_INFO.matcher(lower).find();
        return secret ? "" : statement;
    }

    @Override
    public String display(String statement) {
        return statement;
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
