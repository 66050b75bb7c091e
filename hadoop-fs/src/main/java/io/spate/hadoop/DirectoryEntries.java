package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * What a listing below a directory names, one page held at a time: files and, where it has a delimiter, directories. The
 * marker of the directory itself is no entry, nor is a key that no path leads to. Used by one thread at a time.
 */
final class DirectoryEntries implements RemoteIterator<FileStatus> {
    private final Bucket bucket;
    private final Path directory;
    private final String prefix;
    private final KeyPages pages;
    private final ArrayDeque<FileStatus> ready = new ArrayDeque<>();
    private boolean done;

    /** @throws FileNotFoundException if there is no key below the directory, unless it is the root */
    DirectoryEntries(Bucket bucket, Path directory, ListRequest below) throws IOException {
        this.bucket = bucket;
        this.directory = directory;
        this.prefix = below.prefix().key();
        this.pages = new KeyPages(bucket.store(), below);
        if (!turn() && !directory.isRoot()) {
            throw new FileNotFoundException("no such file or directory: " + directory);
        }
    }

    @Override
    public boolean hasNext() throws IOException {
        while (ready.isEmpty() && !done) {
            turn();
        }
        return !ready.isEmpty();
    }

    @Override
    public FileStatus next() throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries of " + directory);
        }
        return ready.removeFirst();
    }

    /** Whether the next page names anything at all. */
    private boolean turn() throws IOException {
        Optional<ListPage> page;
        try {
            page = pages.nextPage();
        } catch (StoreException e) {
            throw Failures.at(directory, e);
        }
        done = page.isEmpty();
        page.ifPresent(this::add);
        return page.isPresent()
                && !(page.get().objects().isEmpty() && page.get().prefixes().isEmpty());
    }

    private void add(ListPage page) {
        List<FileStatus> entries = new ArrayList<>();
        for (ObjectInfo info : page.objects()) {
            String key = info.uri().key();
            if (!key.equals(prefix) && !key.endsWith("/")) {
                bucket.path(key).ifPresent(path -> entries.add(bucket.fileStatus(path, info)));
            }
        }
        for (String key : page.prefixes()) {
            bucket.path(key).ifPresent(path -> entries.add(bucket.directoryStatus(path)));
        }
        entries.sort(Comparator.comparing(entry -> KeyCodec.key(entry.getPath()), ObjectUri::compareKeys));
        ready.addAll(entries);
    }
}
