package io.spate.engine;

import java.io.Serializable;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Names objects of one bucket, as users write it:
 *
 * <ul>
 *   <li>{@code spate://bucket/a/b}: the object {@code a/b}, and all below {@code a/b/}, but not {@code a/b-other}
 *   <li>{@code spate://bucket/a/} or {@code spate://bucket}: all whose key starts with {@code a/}, or all
 *   <li>{@code spate://bucket/2026-*}{@code /*.csv}: those whose whole key matches; {@code *} and {@code ?} stop at a
 *       slash, {@code **} does not; {@code [abc]}, {@code [a-z]}, {@code [!x]} are one character but never a slash;
 *       {@code {a,b}} is one of several; {@code \} takes the next character literally. With a slash at the end: those and
 *       all below them
 * </ul>
 *
 * <p>Immutable, comparable by its text.
 */
public final class PathPattern implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final String ALL_BELOW = ".*";
    private static final String ITSELF_AND_ALL_BELOW = "(?:/.*)?";

    private final String text;
    private final ObjectUri prefix;
    private final boolean glob;
    private final Pattern regex;

    private PathPattern(String text, String bucket, int keyStart) {
        Glob keys = new Glob(text, keyStart);
        boolean directory = keyStart == text.length() || text.endsWith("/");
        this.text = text;
        this.prefix = new ObjectUri(bucket, keys.prefix());
        this.glob = keys.isWild();
        this.regex = keys.compile(directory ? ALL_BELOW : glob ? "" : ITSELF_AND_ALL_BELOW);
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException naming the pattern, and what is wrong and where: another scheme, no bucket, a
     *     wildcard in the bucket, a bracket that is never closed
     */
    public static PathPattern parse(String text) {
        int slash = text.indexOf('/', ObjectUri.PREFIX.length());
        int bucketEnd = slash < 0 ? text.length() : slash;
        String bucket = ObjectUri.parse(text).bucket();
        return new PathPattern(text, bucket, Math.min(bucketEnd + 1, text.length()));
    }

    /**
     * Which keys match a pattern of keys as a whole, with wildcards or without: none below them.
     *
     * @throws IllegalArgumentException naming the pattern, and what is wrong and where
     */
    public static Predicate<String> wholeKeys(String pattern) {
        return new Glob(pattern, 0).compile("").asMatchPredicate();
    }

    /** What every match starts with: the text before the first wildcard. */
    public ObjectUri prefix() {
        return prefix;
    }

    public boolean isGlob() {
        return glob;
    }

    /** Whether it names one object, which may turn out to be a directory: no wildcard, no slash at the end. */
    boolean isPlainKey() {
        return !glob && !prefix.key().isEmpty() && !prefix.key().endsWith("/");
    }

    /** Whether a key of the bucket is meant. */
    public boolean matches(String key) {
        return regex.matcher(key).matches();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathPattern that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
