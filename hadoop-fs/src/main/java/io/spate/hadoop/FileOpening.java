package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.AbstractFSBuilderImpl;
import org.apache.hadoop.fs.impl.FSBuilderSupport;
import org.apache.hadoop.fs.impl.OpenFileParameters;

import io.spate.engine.ByteRange;
import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;

/** Opens files for reading, as their openers say they will be read. */
final class FileOpening {
    /** What is fetched with a split behind its end, in bytes: where the line ends that begins in the split. */
    private static final long BEYOND_SPLIT = 64 << 10;

    private static final long UNKNOWN = -1;

    private final Bucket bucket;
    private final PathLookup lookup;
    private final ReadPolicy policy;
    private final long randomMinimum;
    private final Executor executor;

    /**
     * @param policy if an opener does not say
     * @param randomMinimum bytes that a random read fetches at least
     * @param executor that receives what vectored reads fetch; rejects work when the file system is closed
     */
    FileOpening(
            Bucket bucket, PathLookup lookup, FileSystemOptions.Read policy, long randomMinimum, Executor executor) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.policy = ReadPolicy.of(policy);
        this.randomMinimum = randomMinimum;
        this.executor = executor;
    }

    /** Asks for the status of the file (one HEAD) and opens it. */
    FSDataInputStream open(Path path, FileSystem.Statistics statistics) throws IOException {
        return stream(path, find(path), policy, Optional.empty(), statistics);
    }

    /**
     * Opens a file by what its opener knows: with its status or length, no request is sent before the first read, and
     * what is not there or has changed is found out then.
     *
     * @throws IllegalArgumentException for a mandatory option that is unknown, and for the status of another file
     */
    FSDataInputStream open(Path path, OpenFileParameters parameters, FileSystem.Statistics statistics)
            throws IOException {
        AbstractFSBuilderImpl.rejectUnknownMandatoryKeys(
                parameters.getMandatoryKeys(), OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS, "to open " + path);
        FSBuilderSupport options = new FSBuilderSupport(parameters.getOptions());
        ObjectInfo info = info(path, parameters, options);
        String asked = parameters.getOptions().get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "");
        return stream(path, info, ReadPolicy.first(asked, policy), split(options, info.length()), statistics);
    }

    private ObjectInfo info(Path path, OpenFileParameters parameters, FSBuilderSupport options) throws IOException {
        Optional<FileStatus> status = Optional.ofNullable(parameters.getStatus());
        if (status.isPresent()) {
            return info(path, status.get());
        }
        long length = options.getPositiveLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, UNKNOWN);
        return length == UNKNOWN || path.isRoot()
                ? find(path)
                : new ObjectInfo(bucket.file(path), length, "", Instant.EPOCH);
    }

    /** Statuses of other classes, as wrapping file systems make them, tell the length but not the version. */
    private ObjectInfo info(Path path, FileStatus status) throws IOException {
        if (!status.getPath().getName().equals(path.getName())) {
            throw new IllegalArgumentException("cannot open " + path + " with the status of another file: "
                    + status.getPath() + "; pass the status of the same name");
        }
        if (status.isDirectory()) {
            throw new FileNotFoundException("it is a directory: " + path);
        }
        return status instanceof SpateFileStatus own
                ? own.info(bucket.file(path))
                : new ObjectInfo(
                        bucket.file(path), status.getLen(), "", Instant.ofEpochMilli(status.getModificationTime()));
    }

    private ObjectInfo find(Path path) throws IOException {
        SpateFileStatus status = lookup.status(path);
        if (status.isDirectory()) {
            throw new FileNotFoundException("it is a directory: " + path);
        }
        return status.info(bucket.file(path));
    }

    /** The part that will be read, if one is given: a start behind the end counts as 0. */
    private static Optional<ByteRange> split(FSBuilderSupport options, long length) {
        long start = options.getPositiveLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, UNKNOWN);
        long end = options.getPositiveLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, UNKNOWN);
        if (start == UNKNOWN && end == UNKNOWN) {
            return Optional.empty();
        }
        long to = end == UNKNOWN ? length : Math.min(end, length);
        return Optional.of(new ByteRange(start == UNKNOWN || start > to ? 0 : start, to));
    }

    private FSDataInputStream stream(
            Path path, ObjectInfo info, ReadPolicy as, Optional<ByteRange> split, FileSystem.Statistics statistics) {
        Engine engine = bucket.engine();
        ObjectReader reader =
                switch (as) {
                    case WHOLE_FILE -> announced(info, info.range());
                    case SEQUENTIAL, ADAPTIVE ->
                        split.map(part -> announced(info, part)).orElseGet(() -> engine.reader(info));
                    case RANDOM -> engine.reader(info);
                };
        return new FSDataInputStream(new SpateInputStream(new OpenedFile(
                path, reader, as, randomMinimum, () -> engine.newWindow(bucket.name()), executor, statistics)));
    }

    private ObjectReader announced(ObjectInfo info, ByteRange part) {
        ByteRange touched = new ByteRange(part.start(), Math.min(info.length(), part.end() + BEYOND_SPLIT));
        return bucket.engine().reader(info, part, touched, bucket.engine().newWindow(bucket.name()));
    }
}
