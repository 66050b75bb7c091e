package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.hadoop.fs.Path;

import io.spate.engine.MemoryRelief;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectWriter;

/**
 * The files that were written, or concatenated, under a temporary name and are held as uploads for the names they will be renamed to. All
 * file systems of this process with equal options know them, since not every program renames with the instance that it wrote
 * with; but the one that began a file aborts it when it is closed. Thread-safe.
 */
final class HeldUploads implements AutoCloseable, MemoryRelief {
    /** @param store one for all engines of equal options, and compared by identity */
    private record Key(ObjectStore store, Path temporary) {}

    private static final Map<Key, Held> ALL = new ConcurrentHashMap<>();

    private final ObjectStore store;
    private final Set<Held> own = ConcurrentHashMap.newKeySet();

    HeldUploads(ObjectStore store) {
        this.store = store;
    }

    /** Takes a file in that is being written; one that was written under the same name before is aborted. */
    void add(Held file) throws IOException {
        ALL.values().removeIf(held -> !held.isThere());
        own.removeIf(held -> !held.isThere());
        own.add(file);
        Held previousOrNull = ALL.put(key(file.temporary()), file);
        if (previousOrNull != null) {
            previousOrNull.abort();
        }
    }

    /** What is written, or held, under a temporary name. */
    Optional<Held> find(Path temporary) {
        return ALL.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(ALL.get(key(temporary))).filter(Held::isThere);
    }

    /** What is written, or held, below a directory. */
    List<Held> below(Path directory) {
        if (ALL.isEmpty()) {
            return List.of();
        }
        String prefix = KeyCodec.prefix(directory);
        return ALL.entrySet().stream()
                .filter(each -> each.getKey().store() == store
                        && isSameBucket(each.getKey().temporary(), directory)
                        && KeyCodec.key(each.getKey().temporary()).startsWith(prefix)
                        && each.getValue().isThere())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean isSameBucket(Path one, Path other) {
        return one.toUri().getAuthority().equals(other.toUri().getAuthority());
    }

    /** Its status. */
    Optional<SpateFileStatus> status(Path temporary) {
        return find(temporary).map(Held::status);
    }

    /** Has one file that waits in memory sent as an upload, whoever holds it: memory is of the process. */
    @Override
    public boolean relieve(ObjectWriter wanting) {
        return ALL.values().stream().anyMatch(Held::relieve);
    }

    /** Completes a file under the name that it is held for. */
    void complete(Held file) throws IOException {
        try {
            file.complete();
        } finally {
            if (!file.isThere()) {
                forget(file);
            }
        }
    }

    /** Deletes what is held under a temporary name. False if there is nothing. */
    boolean delete(Path temporary) throws IOException {
        Optional<Held> file = find(temporary);
        return file.isPresent() && delete(file.get());
    }

    /** Deletes all that is held below a directory. False if there is nothing. */
    boolean deleteBelow(Path directory) throws IOException {
        boolean any = false;
        for (Held file : below(directory)) {
            any |= delete(file);
        }
        return any;
    }

    private boolean delete(Held file) throws IOException {
        try {
            return file.delete();
        } finally {
            forget(file);
        }
    }

    /** @throws FileNotFoundException if there is no object yet that could be read */
    void requireNotHeld(Path path) throws FileNotFoundException {
        if (find(path).isPresent()) {
            throw new FileNotFoundException("cannot read " + path + ": it is an upload that is held open until it is"
                    + " renamed; set " + HadoopConfiguration.PREFIX + FileSystemOptions.RENAME_ON_UPLOAD.key()
                    + " to false to have a temporary file that can be read");
        }
    }

    /** Aborts all that this file system began. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Held file : own) {
            try {
                abort(file);
            } catch (IOException e) {
                if (failure == null) {
                    failure = new IOException(
                            "cannot abort what is held at " + file.temporary() + ": " + e.getMessage(), e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        own.clear();
        if (failure != null) {
            throw failure;
        }
    }

    private void abort(Held file) throws IOException {
        try {
            file.abort();
        } finally {
            forget(file);
        }
    }

    private void forget(Held file) {
        ALL.remove(key(file.temporary()), file);
        own.remove(file);
    }

    private Key key(Path temporary) {
        return new Key(store, temporary);
    }
}
