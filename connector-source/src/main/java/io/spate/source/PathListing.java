package io.spate.source;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectStore;
import io.spate.engine.PathPattern;
import io.spate.engine.StoreException;

/**
 * Lists paths one after the other, page by page. Only {@link #nextPage()} waits for the store, and changes nothing that
 * the other methods see: it may run on another thread than they do, as long as it is called once at a time and what it
 * returns is handed to {@link #advance} before the next call.
 */
final class PathListing {
    /**
     * One page, and how far the listing of its path is with it.
     *
     * @param objects those that are read
     * @param matched whether there were any, be they in time or not
     */
    record Page(List<ObjectInfo> objects, boolean matched, String cursor, boolean last) {
        Page {
            objects = List.copyOf(objects);
        }
    }

    private final ObjectStore store;
    private final ScanSettings settings;
    private final List<PathPattern> paths;
    private int index;
    private String cursor;
    private boolean matched;
    private Pages pages;
    private Predicate<ObjectInfo> names;

    /** @param state where an earlier listing of the same paths got to */
    PathListing(ObjectStore store, ScanSettings settings, SpateEnumeratorState state) {
        this.store = store;
        this.settings = settings;
        this.paths = settings.paths();
        this.index = state.pathIndex();
        this.cursor = state.cursor();
        this.matched = state.matched();
        if (index > this.paths.size()
                || (!state.path().isEmpty() && !state.path().equals(path()))) {
            throw new IllegalStateException("the checkpoint was listing '" + state.path() + "' as path "
                    + (index + 1) + " of the source, which is now " + (isDone() ? "missing" : "'" + path() + "'")
                    + ": restore with the paths the job had; new ones may only follow them");
        }
    }

    /** The state of a listing that has not begun. */
    static SpateEnumeratorState beginning(Optional<DiscoveryState> discovery) {
        return new SpateEnumeratorState(0, "", "", false, List.of(), List.of(), 0, discovery);
    }

    Page nextPage() throws StoreException {
        PathPattern path = paths.get(index);
        if (pages == null) {
            pages = open(path);
            names = settings.selection().names(path);
        }
        List<ObjectInfo> named = pages.nextPage().stream()
                .filter(names)
                .filter(object -> settings.partitions()
                        .map(partitions -> partitions.contains(path, object))
                        .orElse(true))
                .toList();
        List<ObjectInfo> objects =
                named.stream().filter(settings.selection()::isInTime).toList();
        return new Page(objects, !named.isEmpty(), pages.cursor(), pages.isDone());
    }

    private Pages open(PathPattern path) {
        return settings.partitions()
                .filter(Partitions::pruned)
                .<Pages>map(partitions -> new PrefixPages(store, path.prefix(), partitions.prefixes(path), cursor))
                .orElseGet(() -> new Pages.OfPath(new ObjectLister(store, path, cursor)));
    }

    /**
     * Takes note of a page.
     *
     * @throws IllegalStateException if its path has ended and matched nothing, unless that is allowed
     */
    void advance(Page page) {
        matched |= page.matched();
        cursor = page.cursor();
        if (!page.last()) {
            return;
        }
        if (!matched && !settings.mayBeEmpty()) {
            throw new IllegalStateException("path '" + path()
                    + "' matches no object: check bucket, prefix and pattern, and what is included and hidden; if that is"
                    + " no error, set 'scan.allow-empty' = 'true', or call allowEmpty() on the builder of the source");
        }
        index++;
        cursor = "";
        matched = false;
        pages = null;
    }

    /** Begins again with the first path. */
    void restart() {
        index = 0;
    }

    /** Whether nothing has been listed yet. */
    boolean isAtStart() {
        return index == 0 && cursor.isEmpty();
    }

    boolean isDone() {
        return index >= paths.size();
    }

    int index() {
        return index;
    }

    /** The path being listed; empty when all are. */
    String path() {
        return isDone() ? "" : paths.get(index).toString();
    }

    String cursor() {
        return cursor;
    }

    boolean matched() {
        return matched;
    }
}
