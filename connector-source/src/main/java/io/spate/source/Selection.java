package io.spate.source;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

import io.spate.engine.ObjectInfo;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;

/**
 * Which of the objects that a path matches are read. Pure.
 *
 * @param hidden whether those are whose name, or that of a directory below the path, begins with {@code _} or a dot
 * @param include patterns of which one must match; none for all
 * @param exclude patterns of which none may match
 * @param after objects modified before this are left out
 * @param before objects modified at this time or later are left out
 */
record Selection(boolean hidden, List<String> include, List<String> exclude, Instant after, Instant before)
        implements Serializable {
    static final Selection DEFAULT = new Selection(false, List.of(), List.of(), Instant.MIN, Instant.MAX);

    private static final long serialVersionUID = 1L;

    Selection {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        include.forEach(PathPattern::wholeKeys);
        exclude.forEach(PathPattern::wholeKeys);
        if (!before.isAfter(after)) {
            throw new IllegalArgumentException(
                    "nothing is modified before " + before + " and not before " + after + ": change one of them");
        }
    }

    Selection withHidden() {
        return new Selection(true, include, exclude, after, before);
    }

    Selection withInclude(List<String> patterns) {
        return new Selection(hidden, patterns, exclude, after, before);
    }

    Selection withExclude(List<String> patterns) {
        return new Selection(hidden, include, patterns, after, before);
    }

    Selection withAfter(Instant time) {
        return new Selection(hidden, include, exclude, time, before);
    }

    Selection withBefore(Instant time) {
        return new Selection(hidden, include, exclude, after, time);
    }

    /** Whether the time of an object is right. */
    boolean isInTime(ObjectInfo object) {
        return !object.lastModified().isBefore(after) && object.lastModified().isBefore(before);
    }

    /** Whether the key of an object is, as a test that is worth keeping for a whole path. */
    Predicate<ObjectInfo> names(PathPattern path) {
        String prefix = path.prefix().key();
        Predicate<String> included = anyOf(include, path);
        Predicate<String> excluded = anyOf(exclude, path);
        return object -> {
            String key = object.uri().key();
            return (hidden || !isHidden(key, prefix))
                    && (include.isEmpty() || included.test(key))
                    && !excluded.test(key);
        };
    }

    /** What a key is below a path: behind the last slash of what all keys of the path begin with. */
    static String below(PathPattern path, String key) {
        String prefix = path.prefix().key();
        String directory = path.isGlob() || prefix.isEmpty() || prefix.endsWith("/")
                ? prefix.substring(0, prefix.lastIndexOf('/') + 1)
                : prefix + "/";
        return key.startsWith(directory) ? key.substring(directory.length()) : name(key);
    }

    /** Whether a name below the prefix, which the user wrote, hides the object. */
    private static boolean isHidden(String key, String prefix) {
        int start = 0;
        while (start < key.length()) {
            int slash = key.indexOf('/', start);
            int end = slash < 0 ? key.length() : slash;
            if (start >= prefix.length() && isHiddenName(key.substring(start, end), slash >= 0)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    static boolean isHiddenName(String name, boolean directory) {
        return (name.startsWith("_") || name.startsWith("."))
                && !(directory && (name.contains("=") || name.startsWith(PartitionLayout.NO_VALUE)));
    }

    private static Predicate<String> anyOf(List<String> patterns, PathPattern path) {
        return patterns.stream()
                .map(pattern -> {
                    Predicate<String> glob = PathPattern.wholeKeys(pattern);
                    return pattern.contains("/")
                            ? (Predicate<String>) key -> glob.test(below(path, key))
                            : (Predicate<String>) key -> glob.test(name(key));
                })
                .reduce(Predicate::or)
                .orElse(key -> false);
    }

    private static String name(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }
}
