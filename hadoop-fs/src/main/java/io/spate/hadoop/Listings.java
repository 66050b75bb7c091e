package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectUri;

/**
 * What is in directories, page by page; no request per entry. The listing comes first, and only if it is empty one HEAD asks
 * for a file: so a path that is both is listed as a directory.
 */
final class Listings {
    private static final String DELIMITER = "/";

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
        return entries(path, ListRequest.below(bucket.directory(path)).withDelimiter(DELIMITER));
    }

    /** The children of a directory whose names begin so; none if there are none. Asks for nothing yet. */
    RemoteIterator<FileStatus> childrenBeginning(Path directory, String literal) {
        ObjectUri prefix = new ObjectUri(bucket.name(), KeyCodec.prefix(directory) + literal);
        return new DirectoryEntries(bucket, directory, ListRequest.below(prefix).withDelimiter(DELIMITER));
    }

    /** The children of a directory that a filter wants, with their blocks. */
    RemoteIterator<LocatedFileStatus> locatedChildren(Path path, PathFilter filter) throws IOException {
        return RemoteIterators.mappingRemoteIterator(
                RemoteIterators.filteringRemoteIterator(children(path), status -> filter.accept(status.getPath())),
                Listings::located);
    }

    /** The files of a directory, or of all below it, from one flat listing; or the file itself. */
    RemoteIterator<LocatedFileStatus> files(Path path, boolean recursive) throws IOException {
        ListRequest below = ListRequest.below(bucket.directory(path));
        RemoteIterator<FileStatus> all = entries(path, recursive ? below : below.withDelimiter(DELIMITER));
        return RemoteIterators.mappingRemoteIterator(
                RemoteIterators.filteringRemoteIterator(all, FileStatus::isFile), Listings::located);
    }

    /** Counts what is below a path by one flat listing. */
    ContentSummary summary(Path path) throws IOException {
        ContentCount count = new ContentCount(bucket.codec(), KeyCodec.prefix(path));
        try {
            new KeyPages(bucket.store(), ListRequest.below(bucket.directory(path)))
                    .objects()
                    .forEachRemaining(count::add);
        } catch (UncheckedIOException e) {
            throw Failures.at(path, e.getCause());
        }
        if (count.isEmpty() && path.isRoot()) {
            count.addRoot();
        } else if (count.isEmpty()) {
            count.addFile(lookup.file(path)
                    .orElseThrow(() -> PathLookup.missing(path))
                    .getLen());
        }
        return count.summary();
    }

    private RemoteIterator<FileStatus> entries(Path path, ListRequest request) throws IOException {
        Optional<SpateFileStatus> held = lookup.heldFile(path);
        if (held.isPresent()) {
            return RemoteIterators.remoteIteratorFromSingleton(held.get());
        }
        DirectoryEntries entries = new DirectoryEntries(bucket, path, request);
        if (entries.namesAnything() || path.isRoot()) {
            return entries;
        }
        Optional<SpateFileStatus> file = lookup.file(path);
        return RemoteIterators.remoteIteratorFromSingleton(file.orElseThrow(() -> PathLookup.missing(path)));
    }

    private static LocatedFileStatus located(FileStatus status) {
        return new SpateLocatedStatus((SpateFileStatus) status);
    }
}
