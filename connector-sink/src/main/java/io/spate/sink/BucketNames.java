package io.spate.sink;

import java.util.Optional;
import java.util.Set;

/** Whether buckets and keys are names that every store, browser and file system takes for what they are. */
final class BucketNames {
    private static final Set<String> DIRECTORIES = Set.of(".", "..");

    private BucketNames() {}

    /**
     * The bucket, if it is a good one. Empty means none, and is good.
     *
     * @throws IllegalArgumentException if it is null or no bucket; the message names it and says what is wrong
     */
    static String check(String bucket) {
        if (!requireBucket(bucket).isEmpty()) {
            fault(bucket).ifPresent(fault -> {
                throw new IllegalArgumentException("bucketBy: '" + printable(bucket) + "' is no bucket: it " + fault
                        + "; expected segments such as country=DE/2026-11-30");
            });
        }
        return bucket;
    }

    /** @throws IllegalArgumentException if it is null */
    static String requireBucket(String bucket) {
        if (bucket == null) {
            throw new IllegalArgumentException(
                    "bucketBy: the bucket is null; return \"\" for records that belong to none");
        }
        return bucket;
    }

    /** What is wrong with segments and {@code /} between them, as the rest of a sentence that begins with "it". */
    static Optional<String> fault(String path) {
        if (path.startsWith("/")) {
            return Optional.of("starts with '/'");
        }
        if (path.endsWith("/")) {
            return Optional.of("ends with '/'");
        }
        if (path.contains("//")) {
            return Optional.of("contains '//', an empty segment");
        }
        for (String segment : path.split("/", -1)) {
            if (DIRECTORIES.contains(segment)) {
                return Optional.of("has a segment '" + segment + "', which means a directory");
            }
        }
        return unreadable(path);
    }

    private static Optional<String> unreadable(String path) {
        return path.codePoints()
                .filter(BucketNames::isUnreadable)
                .mapToObj(c -> String.format("contains the character U+%04X, which is not text", c))
                .findFirst();
    }

    /** Code points of this type are halves of others, which UTF-8 cannot say. */
    private static boolean isUnreadable(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static String printable(String text) {
        return text.codePoints()
                .map(c -> isUnreadable(c) ? '\uFFFD' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
