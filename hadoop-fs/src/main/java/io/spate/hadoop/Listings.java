package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;

/** What is in directories, page by page; no request per entry. */
final class Listings {
    private final Bucket bucket;
    private final PathLookup lookup;

    Listings(Bucket bucket, PathLookup lookup) {
        this.bucket = bucket;
        this.lookup = lookup;
    }

    /**
     * The children of a directory in key order, or the file itself.
     *
     * @throws FileNotFoundException if there is nothing
     */
    RemoteIterator<FileStatus> children(Path path) throws IOException {
        Optional<SpateFileStatus> file = lookup.file(path);
        return file.isPresent()
                ? RemoteIterators.remoteIteratorFromSingleton(file.get())
                : new DirectoryEntries(
                        bucket, path, ListRequest.below(bucket.directory(path)).withDelimiter("/"));
    }

    /** The files of a directory, or of all below it, from one flat listing; or the file itself. */
    RemoteIterator<LocatedFileStatus> files(Path path, boolean recursive) throws IOException {
        Optional<SpateFileStatus> file = lookup.file(path);
        ListRequest below = ListRequest.below(bucket.directory(path));
        RemoteIterator<FileStatus> all = file.isPresent()
                ? RemoteIterators.remoteIteratorFromSingleton(file.get())
                : new DirectoryEntries(bucket, path, recursive ? below : below.withDelimiter("/"));
        return RemoteIterators.mappingRemoteIterator(
                RemoteIterators.filteringRemoteIterator(all, FileStatus::isFile), this::located);
    }

    /** Counts what is below a path by one flat listing. */
    ContentSummary summary(Path path) throws IOException {
        Optional<SpateFileStatus> file = lookup.file(path);
        ContentCount count = new ContentCount(bucket.directory(path).key());
        if (file.isPresent()) {
            count.addFile(file.get().getLen());
        } else {
            KeyPages pages = new KeyPages(bucket.store(), ListRequest.below(bucket.directory(path)));
            for (Optional<List<ObjectInfo>> page = pages.next(); page.isPresent(); page = pages.next()) {
                page.get().forEach(count::add);
            }
            if (count.isEmpty() && !path.isRoot()) {
                throw new FileNotFoundException("no such file or directory: " + path);
            }
        }
        return count.summary();
    }

    private LocatedFileStatus located(FileStatus file) {
        return new LocatedFileStatus(file, BlockLocations.of(file, 0, file.getLen()));
    }
}
