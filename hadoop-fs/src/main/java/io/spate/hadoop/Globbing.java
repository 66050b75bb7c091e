package io.spate.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds what matches a pattern, with the same result as Hadoop's own walk through listings of directories, but lists only what
 * begins like the pattern: {@code /logs/2026-*} asks for the keys below {@code logs/2026-}. Several directories are listed at
 * a time.
 */
final class Globbing {
    private final PathLookup lookup;
    private final Listings listings;
    private final OperationThreads threads;

    Globbing(PathLookup lookup, Listings listings, OperationThreads threads) {
        this.lookup = lookup;
        this.listings = listings;
        this.threads = threads;
    }

    /**
     * What matches, sorted.
     *
     * @param pattern absolute
     * @return empty if the pattern is a plain path where there is nothing
     */
    Optional<FileStatus[]> glob(Path pattern, PathFilter filter) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        List<String> flat = GlobExpander.expand(pattern.toUri().getPath());
        boolean plain = flat.size() <= 1;
        for (String alternative : flat) {
            List<GlobComponent> components = components(alternative);
            plain &= components.stream().allMatch(GlobComponent::isName);
            found.addAll(matches(new Path(pattern, "/"), components));
        }
        if (plain && found.isEmpty()) {
            return Optional.empty();
        }
        FileStatus[] matches =
                found.stream().filter(status -> filter.accept(status.getPath())).toArray(FileStatus[]::new);
        if (plain && matches.length == 0) {
            return Optional.empty();
        }
        Arrays.sort(matches);
        return Optional.of(matches);
    }

    private static List<GlobComponent> components(String pattern) throws IOException {
        List<GlobComponent> components = new ArrayList<>();
        for (String component : pattern.split("/", -1)) {
            if (!component.isEmpty()) {
                components.add(new GlobComponent(component));
            }
        }
        return components;
    }

    private List<FileStatus> matches(Path root, List<GlobComponent> components) throws IOException {
        if (components.isEmpty()) {
            return List.of(lookup.status(root));
        }
        List<Path> directories = List.of(root);
        for (GlobComponent component : components.subList(0, components.size() - 1)) {
            directories = below(directories, component);
        }
        GlobComponent last = components.get(components.size() - 1);
        return each(directories, directory -> last.isName() ? named(directory, last) : children(directory, last));
    }

    /** The directories in directories whose names match; one that is only named need not be there. */
    private List<Path> below(List<Path> directories, GlobComponent component) throws IOException {
        if (component.isName()) {
            return directories.stream()
                    .map(directory -> new Path(directory, component.name()))
                    .toList();
        }
        return each(directories, directory -> children(directory, component)).stream()
                .filter(FileStatus::isDirectory)
                .map(FileStatus::getPath)
                .toList();
    }

    private List<FileStatus> named(Path directory, GlobComponent name) throws IOException {
        return lookup.find(new Path(directory, name.name())).<FileStatus>map(status -> status).stream()
                .toList();
    }

    private List<FileStatus> children(Path directory, GlobComponent component) throws IOException {
        List<FileStatus> matching = new ArrayList<>();
        RemoteIterator<FileStatus> children = listings.childrenBeginning(directory, component.beginning());
        while (children.hasNext()) {
            FileStatus child = children.next();
            if (component.matches(child.getPath())) {
                matching.add(child);
            }
        }
        return matching;
    }

    /** What is asked for in a directory. */
    private interface Question {
        List<FileStatus> ask(Path directory) throws IOException;
    }

    /** The answers for all directories, in their order. */
    private List<FileStatus> each(List<Path> directories, Question question) throws IOException {
        if (directories.size() == 1) {
            return question.ask(directories.get(0));
        }
        List<List<FileStatus>> answers = new ArrayList<>(Collections.nCopies(directories.size(), List.of()));
        List<Callable<Object>> questions = IntStream.range(0, directories.size())
                .<Callable<Object>>mapToObj(i -> () -> answers.set(i, question.ask(directories.get(i))))
                .toList();
        threads.run(questions);
        return answers.stream().flatMap(List::stream).toList();
    }
}
