package io.spate.hadoop;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.Path;

/** The names under which Hadoop's shell and DistCp write what they rename afterwards. Pure. */
final class TemporaryName {
    private static final String OF_SHELL = "._COPYING_";
    private static final String OF_DISTCP = ".distcp.tmp.";
    private static final Pattern FIRST_CHUNK = Pattern.compile("(?<file>.+)\\.____distcpSplit____0\\.[0-9]+");

    private TemporaryName() {}

    /** {@code X} of {@code X._COPYING_}, by which the shell names what it will rename. */
    static Optional<Path> shellTarget(Path path) {
        String name = path.getName();
        return name.endsWith(OF_SHELL) && name.length() > OF_SHELL.length()
                ? Optional.of(new Path(path.getParent(), name.substring(0, name.length() - OF_SHELL.length())))
                : Optional.empty();
    }

    /** {@code X} of {@code X.____distcpSplit____0.LENGTH}, as DistCp names the first chunk of a file. */
    static Optional<Path> chunkTarget(Path path) {
        Matcher first = FIRST_CHUNK.matcher(path.getName());
        return first.matches() ? Optional.of(new Path(path.getParent(), first.group("file"))) : Optional.empty();
    }

    /** Whether DistCp gives such names, which do not tell what the file will be. */
    static boolean isOfDistCp(Path path) {
        return path.getName().startsWith(OF_DISTCP);
    }
}
