package io.spate.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.BulkDeleteUtils;
import org.apache.hadoop.fs.Path;

import io.spate.engine.DeleteOutcome;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * Deletes a page of files and empty directories by one request, after a LIST for each path which must have no children. What
 * is not there counts as deleted, and directories that lose their last child this way are gone. Thread-safe.
 */
final class FileBulkDelete implements BulkDelete {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final HeldUploads held;
    private final Path base;
    private final int pageSize;
    private final OperationThreads threads;

    FileBulkDelete(
            Bucket bucket, PathLookup lookup, HeldUploads held, Path base, int pageSize, OperationThreads threads) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.held = held;
        this.base = base;
        this.pageSize = pageSize;
        this.threads = threads;
    }

    @Override
    public int pageSize() {
        return pageSize;
    }

    @Override
    public Path basePath() {
        return base;
    }

    /**
     * Deletes what is at these paths.
     *
     * @param paths not more than a page, absolute, below the base
     * @return those that are left, and why
     */
    @Override
    public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) throws IOException {
        BulkDeleteUtils.validateBulkDeletePaths(paths, pageSize, base);
        Map<Path, String> left = new ConcurrentHashMap<>();
        Map<Boolean, List<Path>> above = paths.stream()
                .collect(Collectors.partitioningBy(path -> paths.stream().anyMatch(other -> isAbove(path, other))));
        delete(above.get(false), left);
        // Directories may be empty once what is below them is deleted, so they come one by one, the deepest first.
        List<Path> directories = above.get(true).stream()
                .sorted(Comparator.comparingInt(Path::depth).reversed())
                .toList();
        for (Path directory : directories) {
            delete(List.of(directory), left);
        }
        return List.copyOf(left.entrySet());
    }

    @Override
    public void close() {}

    private Optional<String> check(Path path, Map<Path, String> left) throws IOException {
        return path.isRoot() || !held.below(path).isEmpty() || lookup.hasChildren(path)
                ? Optional.ofNullable(left.put(path, "is a directory that is not empty"))
                : Optional.empty();
    }

    private static boolean isAbove(Path path, Path other) {
        String prefix = KeyCodec.prefix(path);
        String key = KeyCodec.key(other);
        return key.length() > prefix.length() && key.startsWith(prefix);
    }

    private void delete(List<Path> paths, Map<Path, String> left) throws IOException {
        List<Callable<Object>> checks = new ArrayList<>();
        for (Path path : paths) {
            checks.add(() -> check(path, left));
        }
        threads.run(checks);
        List<Path> empty =
                paths.stream().filter(path -> !left.containsKey(path)).toList();
        try {
            for (Path path : empty) {
                held.delete(path);
            }
            deleteEmpty(empty, left);
        } finally {
            empty.forEach(lookup::forget);
        }
    }

    /** Files and markers, as nobody knows which there are. */
    private void deleteEmpty(List<Path> paths, Map<Path, String> left) throws IOException {
        Map<ObjectUri, Path> byUri = new LinkedHashMap<>();
        for (Path path : paths) {
            byUri.put(bucket.file(path), path);
            byUri.put(bucket.directory(path), path);
        }
        DeleteOutcome outcome =
                threads.deletes(bucket.engine()).delete(byUri.keySet().iterator());
        for (Map.Entry<ObjectUri, StoreException> failure : outcome.failures().entrySet()) {
            left.put(byUri.get(failure.getKey()), failure.getValue().getMessage());
        }
        if (!outcome.isComplete() && outcome.failures().isEmpty()) {
            throw new IOException("deleting files below " + base + " was stopped");
        }
    }
}
