package io.spate.source;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;

/**
 * The partitions of a table that are read: all, or some. Pure.
 *
 * @param layout how they are directories
 * @param pruned whether only some are read
 * @param directories those, as the layout writes them; objects of others may have another spelling of the same values
 */
record Partitions(PartitionLayout layout, boolean pruned, Set<String> directories) implements Serializable {
    private static final long serialVersionUID = 1L;
    /** What every tool writes in one way. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.=/-]+");

    Partitions {
        directories = Set.copyOf(directories);
    }

    static Partitions all(PartitionLayout layout) {
        return new Partitions(layout, false, Set.of());
    }

    Partitions only(Collection<List<Optional<String>>> values) {
        return new Partitions(
                layout, true, values.stream().map(layout::directory).collect(Collectors.toSet()));
    }

    /**
     * The values of the columns for an object.
     *
     * @throws IllegalStateException if it lies in no partition
     */
    List<Optional<String>> valuesOf(PathPattern path, ObjectInfo object) {
        String below = Selection.below(path, object.uri().key());
        return layout.values(below)
                .orElseThrow(() -> new IllegalStateException("object " + object.uri() + " is in no partition '" + layout
                        + "' of the table: move it into one, or leave it out with 'scan.exclude'"));
    }

    /** Whether an object is of a partition that is read. */
    boolean contains(PathPattern path, ObjectInfo object) {
        if (isDirectory(object)) {
            return false;
        }
        List<Optional<String>> values = valuesOf(path, object);
        return !pruned || directories.contains(layout.directory(values));
    }

    /**
     * What the keys of all partitions that are read begin with, in the order of keys, none the beginning of another. It ends
     * before the first character that some tools write as it is and others as {@code %XX}.
     */
    NavigableSet<String> prefixes(PathPattern path) {
        String base = path.prefix().key();
        String directory = base.isEmpty() || base.endsWith("/") ? base : base + "/";
        NavigableSet<String> prefixes = new TreeSet<>(ObjectUri::compareKeys);
        NavigableSet<String> sorted = new TreeSet<>(ObjectUri::compareKeys);
        directories.forEach(name -> sorted.add(directory + plainStart(name)));
        for (String prefix : sorted) {
            if (prefixes.isEmpty() || !prefix.startsWith(prefixes.last())) {
                prefixes.add(prefix);
            }
        }
        return prefixes;
    }

    /** Some tools put an empty object where others see a directory. */
    static boolean isDirectory(ObjectInfo object) {
        return object.length() == 0 && object.uri().key().endsWith("/");
    }

    private static String plainStart(String name) {
        Matcher plain = PLAIN.matcher(name);
        return plain.lookingAt() ? plain.group() : "";
    }
}
