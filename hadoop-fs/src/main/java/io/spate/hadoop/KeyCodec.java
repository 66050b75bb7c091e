package io.spate.hadoop;

import java.net.URI;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;

/**
 * Turns paths into keys and back. A path has no empty, {@code .} or {@code ..} segments and no slash at its end, a key may
 * have; such a key has no path: it is not listed, but what removes or renames the directory above it takes it along.
 */
final class KeyCodec {
    private final URI root;

    /** @param root scheme and bucket */
    KeyCodec(URI root) {
        this.root = root;
    }

    /**
     * The key of a path, without a slash at either end; empty for the root.
     *
     * @param path absolute
     * @throws InvalidPathException if the path cannot be a key
     */
    static String key(Path path) {
        String text = path.toUri().getPath();
        String key = text.startsWith("/") ? text.substring(1) : text;
        requireEncodable(key, path);
        return key;
    }

    /** What the keys below a directory start with; empty for the root. */
    static String prefix(Path directory) {
        String key = key(directory);
        return key.isEmpty() ? "" : key + "/";
    }

    /** The path of a key, with or without a slash at its end; empty if there is none that leads back to it. */
    Optional<Path> path(String key) {
        String name = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
        boolean plain = !name.isEmpty()
                && Arrays.stream(name.split("/", -1))
                        .noneMatch(segment -> segment.isEmpty() || segment.equals(".") || segment.equals(".."));
        return plain ? Optional.of(new Path(root.getScheme(), root.getAuthority(), "/" + name)) : Optional.empty();
    }

    /** Half of a surrogate pair would become a question mark. */
    private static void requireEncodable(String key, Path path) {
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
        } catch (CharacterCodingException e) {
            throw (InvalidPathException)
                    new InvalidPathException(path.toString(), "the name is not valid Unicode").initCause(e);
        }
    }
}
