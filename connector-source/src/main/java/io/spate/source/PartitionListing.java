package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;

/**
 * Finds the partitions of a table by its directories, level by level and many directories at a time: one LIST for each
 * directory above the last level, and another for each thousand directories in it. Directories that are no partitions are
 * passed over.
 */
final class PartitionListing {
    private static final int AT_A_TIME = 16;

    private final ObjectStore store;
    private final PartitionLayout layout;
    private final List<PartitionColumn> columns;
    private final Selection selection;

    /**
     * @param columns those of the layout, in its order
     * @param selection which objects are read: directories that it hides are no partitions, and neither are those whose names
     *     are no values of the columns, unless an object is read there
     */
    PartitionListing(ObjectStore store, PartitionLayout layout, List<PartitionColumn> columns, Selection selection) {
        this.store = store;
        this.layout = layout;
        this.columns = List.copyOf(columns);
        this.selection = selection;
    }

    /**
     * The values of each partition, once, by the names of columns and in their order; null for none.
     *
     * @throws IllegalStateException naming a directory whose objects are read, but whose name is no value of a column
     */
    List<Map<String, String>> list(List<PathPattern> paths) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            Set<List<Optional<String>>> partitions = new LinkedHashSet<>();
            for (PathPattern path : paths) {
                for (ObjectUri directory : directories(path, threads)) {
                    Optional<List<Optional<String>>> values = layout.values(Selection.below(path, directory.key()));
                    if (values.isPresent() && isPartition(path, directory, values.get())) {
                        partitions.add(values.get());
                    }
                }
            }
            return partitions.stream().map(this::named).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean isPartition(PathPattern path, ObjectUri directory, List<Optional<String>> values)
            throws IOException {
        try {
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).valueOf(values.get(i), directory.toString());
            }
            return true;
        } catch (IllegalStateException e) {
            if (isRead(path, directory)) {
                throw e;
            }
            return false;
        }
    }

    private boolean isRead(PathPattern path, ObjectUri directory) throws IOException {
        Predicate<ObjectInfo> names = selection.names(path);
        ListRequest request = ListRequest.below(directory);
        while (true) {
            ListPage page = store.list(request);
            if (page.objects().stream()
                    .anyMatch(object ->
                            names.test(object) && selection.isInTime(object) && !Partitions.isDirectory(object))) {
                return true;
            }
            if (page.nextToken().isEmpty()) {
                return false;
            }
            request = request.continuing(page.nextToken().get());
        }
    }

    private List<ObjectUri> directories(PathPattern path, ExecutorService threads) throws IOException {
        String key = path.prefix().key();
        List<ObjectUri> level = List.of(path.prefix().withKey(key.isEmpty() || key.endsWith("/") ? key : key + "/"));
        for (int depth = 0; depth < layout.depth(); depth++) {
            List<Future<List<ObjectUri>>> asked = new ArrayList<>();
            for (ObjectUri directory : level) {
                asked.add(threads.submit(() -> below(directory)));
            }
            level = await(asked);
        }
        return level;
    }

    private List<ObjectUri> below(ObjectUri directory) throws IOException {
        List<ObjectUri> directories = new ArrayList<>();
        ListRequest request = ListRequest.below(directory).withDelimiter("/");
        while (true) {
            ListPage page = store.list(request);
            page.prefixes().stream()
                    .filter(prefix -> selection.hidden() || !isHidden(prefix, directory))
                    .map(directory::withKey)
                    .forEach(directories::add);
            if (page.nextToken().isEmpty()) {
                return directories;
            }
            request = request.continuing(page.nextToken().get());
        }
    }

    private static boolean isHidden(String prefix, ObjectUri directory) {
        return Selection.isHiddenName(prefix.substring(directory.key().length(), prefix.length() - 1), true);
    }

    private static List<ObjectUri> await(List<Future<List<ObjectUri>>> asked) throws IOException {
        List<ObjectUri> all = new ArrayList<>();
        try {
            for (Future<List<ObjectUri>> answer : asked) {
                all.addAll(answer.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IOException("cannot list the partitions of the table", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the partitions of the table were listed", e);
        }
    }

    private Map<String, String> named(List<Optional<String>> values) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            named.put(layout.columns().get(i), values.get(i).orElse(null));
        }
        return named;
    }
}
