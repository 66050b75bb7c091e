package io.spate.hadoop;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/**
 * What a listing below a directory names, one page held at a time: files and, where it has a delimiter, directories. The
 * marker of the directory itself is no entry, nor is a key that no path leads to. Used by one thread at a time.
 */
final class DirectoryEntries implements RemoteIterator<FileStatus> {
    private final Bucket bucket;
    private final Path directory;
    private final String prefix;
    private final boolean hasDirectories;
    private final KeyPages pages;
    private final ArrayDeque<FileStatus> ready = new ArrayDeque<>();
    private boolean anything;
    private boolean done;

    /** Asks for nothing yet. */
    DirectoryEntries(Bucket bucket, Path directory, ListRequest request) {
        this.bucket = bucket;
        this.directory = directory;
        this.prefix = KeyCodec.prefix(directory);
        this.hasDirectories = !request.delimiter().isEmpty();
        this.pages = new KeyPages(bucket.store(), request);
    }

    /** Whether the listing names anything at all, be it no entry. */
    boolean namesAnything() throws IOException {
        while (!anything && !done) {
            turn();
        }
        return anything;
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

    private void turn() throws IOException {
        Optional<ListPage> page;
        try {
            page = pages.nextPage();
        } catch (IOException e) {
            throw Failures.at(directory, e);
        }
        done = page.isEmpty();
        page.ifPresent(this::add);
    }

    private void add(ListPage page) {
        anything |= !(page.objects().isEmpty() && page.prefixes().isEmpty());
        List<FileStatus> entries = new ArrayList<>();
        Set<String> directories = new TreeSet<>(page.prefixes());
        for (ObjectInfo info : page.objects()) {
            String key = info.uri().key();
            if (!key.endsWith("/")) {
                bucket.path(key).ifPresent(path -> entries.add(bucket.fileStatus(path, info)));
            } else if (hasDirectories && !key.equals(prefix)) {
                // Some stores name the markers of children that should be rolled up into prefixes.
                directories.add(key);
            }
        }
        for (String key : directories) {
            bucket.path(key).ifPresent(path -> entries.add(bucket.directoryStatus(path)));
        }
        entries.sort(Comparator.comparing(entry -> KeyCodec.key(entry.getPath()), ObjectUri::compareKeys));
        ready.addAll(entries);
    }
}
