package io.spate.engine;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

import static java.util.Objects.requireNonNull;

/**
 * Names an object, or with an empty key a whole bucket: {@code spate://bucket/key}.
 *
 * <p>The key is taken byte for byte: nothing is percent-decoded, normalised or trimmed, so {@code a//b}, {@code a%20b},
 * {@code a?b#c} and {@code a/} are four different keys that survive a round trip through {@link #toString()}.
 */
public record ObjectUri(String bucket, String key) implements Comparable<ObjectUri>, Serializable {
    /** The scheme with its separator. */
    public static final String PREFIX = "spate://";

    private static final long serialVersionUID = 1L;
    private static final int MAX_KEY_BYTES = 1024;

    public ObjectUri {
        requireNonNull(bucket, "bucket is null");
        requireNonNull(key, "key is null");
        if (!isBucketName(bucket)) {
            throw malformed(
                    PREFIX + bucket + "/" + key,
                    "bucket names are letters, digits, '.', '-', '_' and ':', 1 to 255 long");
        }
        if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
            throw malformed(PREFIX + bucket + "/" + key, "the key is longer than " + MAX_KEY_BYTES + " bytes of UTF-8");
        }
    }

    /**
     * Parses {@code spate://bucket}, {@code spate://bucket/} or {@code spate://bucket/key}.
     *
     * @throws IllegalArgumentException if the text has another form; the message says what is wrong
     */
    public static ObjectUri parse(String text) {
        requireNonNull(text, "text is null");
        if (!text.startsWith(PREFIX)) {
            throw malformed(text, "it does not start with " + PREFIX);
        }
        int slash = text.indexOf('/', PREFIX.length());
        String bucket = slash < 0 ? text.substring(PREFIX.length()) : text.substring(PREFIX.length(), slash);
        if (bucket.isEmpty()) {
            throw malformed(text, "the bucket is missing");
        }
        return new ObjectUri(bucket, slash < 0 ? "" : text.substring(slash + 1));
    }

    /** The same bucket with another key. */
    public ObjectUri withKey(String otherKey) {
        return new ObjectUri(bucket, otherKey);
    }

    @Override
    public int compareTo(ObjectUri other) {
        int byBucket = bucket.compareTo(other.bucket);
        return byBucket != 0 ? byBucket : compareKeys(key, other.key);
    }

    /**
     * Whether a listing that has come to a key may go on with another. Stores sort keys by their bytes of UTF-8, but some
     * that keep them as UTF-16 sort by that; either way a listing goes on and comes to its end.
     */
    public static boolean isAfter(String key, String last) {
        return compareKeys(key, last) > 0 || key.compareTo(last) > 0;
    }

    /**
     * Compares keys as stores sort them, by their bytes in UTF-8. That is the order of code points, which the order of
     * {@link String} is not: there, characters beyond U+FFFF come before U+E000.
     */
    public static int compareKeys(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean alike = Character.isSurrogate(a) == Character.isSurrogate(b);
                return alike ? Character.compare(a, b) : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    @Override
    public String toString() {
        return PREFIX + bucket + "/" + key;
    }

    private static boolean isBucketName(String name) {
        return !name.isEmpty()
                && name.length() <= 255
                && name.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || c == '.'
                                || c == '-'
                                || c == '_'
                                || c == ':');
    }

    private static IllegalArgumentException malformed(String text, String reason) {
        return new IllegalArgumentException(
                "malformed URI '" + text + "': " + reason + "; expected " + PREFIX + "bucket/key");
    }
}
