package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;

import io.spate.engine.Engine;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.SpateOptions;

/**
 * {@code spate://bucket/} as a file system of Hadoop. Keys are paths, and directories are what keys imply: see {@code
 * docs/hadoop.md} for what holds where an object store differs from HDFS. Options are {@code fs.spate.*}. Thread-safe.
 */
public final class SpateFileSystem extends BucketFileSystem implements IOStatisticsSource {
    /** Threads that copy what vectored reads fetch to where their callers want it. */
    private static final int RECEIVERS = 32;

    private final Function<SpateOptions, Engine> opener;
    private Bucket bucket;
    private OperationThreads threads;
    private OperationThreads receivers;
    private PathLookup lookup;
    private Listings listings;
    private Globbing globbing;
    private ObjectHeaders headers;
    private boolean etagChecksum;
    private int bulkDeletePage;
    private Directories directories;
    private Removal removal;
    private Renaming renaming;
    private Concatenation concatenation;
    private HeldUploads held;
    private FileCreation creation;
    private FileOpening opening;

    /** Called by Hadoop, which then calls {@link #initialize}. */
    public SpateFileSystem() {
        this(Engine::open);
    }

    SpateFileSystem(Function<SpateOptions, Engine> opener) {
        this.opener = opener;
    }

    /** @throws IOException for an option that is unknown or wrong, and for a URI that does not name a bucket */
    @Override
    public void initialize(URI name, Configuration configuration) throws IOException {
        try {
            mount(name, configuration);
        } catch (IllegalArgumentException e) {
            // Of these the shell would print all of its usage.
            throw new IOException(e.getMessage(), e);
        }
    }

    private void mount(URI name, Configuration configuration) throws IOException {
        String authority = name.getAuthority();
        if (authority == null || !SCHEME.equals(name.getScheme())) {
            throw new IllegalArgumentException("not the URI of a bucket: '" + name + "'; expected spate://bucket/");
        }
        if (authority.contains("@")) {
            throw new IllegalArgumentException(
                    "credentials do not belong into the URI of a bucket, where everybody sees"
                            + " them: set fs.spate.access-key and fs.spate.secret-key, or use a credential provider");
        }
        HadoopConfiguration options = HadoopConfiguration.read(configuration, authority);
        ObjectUri root = new ObjectUri(authority, "");
        super.initialize(name, configuration);
        URI uri = URI.create(SCHEME + "://" + root.bucket());
        String user = options.get(FileSystemOptions.USER)
                .orElse(UserGroupInformation.getCurrentUser().getShortUserName());
        long blockSize = options.get(FileSystemOptions.BLOCK_SIZE);
        identify(uri, configuration, user, blockSize, options.get(FileSystemOptions.TRASH));
        Engine engine = opener.apply(options.engineOptions());
        bucket = new Bucket(engine, uri, root.bucket(), new KeyCodec(uri), user, blockSize);
        assemble(options);
    }

    private void assemble(HadoopConfiguration options) {
        boolean renameOnUpload = options.get(FileSystemOptions.RENAME_ON_UPLOAD);
        threads = OperationThreads.open(bucket.name(), options.get(FileSystemOptions.CONCURRENCY));
        receivers = OperationThreads.open(bucket.name() + "-read", RECEIVERS);
        held = new HeldUploads(bucket.store());
        lookup = new PathLookup(
                bucket,
                held,
                StatusCache.of(
                        options.get(FileSystemOptions.STAT_CACHE_TTL),
                        options.get(FileSystemOptions.STAT_CACHE_ENTRIES)));
        listings = new Listings(bucket, lookup);
        globbing = new Globbing(lookup, listings, threads);
        headers = new ObjectHeaders(bucket, lookup);
        etagChecksum = options.get(FileSystemOptions.ETAG_CHECKSUM);
        bulkDeletePage = options.get(FileSystemOptions.BULK_DELETE_PAGE);
        directories = new Directories(bucket, lookup);
        removal = new Removal(bucket, lookup, directories, held, threads);
        renaming = new Renaming(bucket, lookup, directories, held, threads);
        concatenation = new Concatenation(bucket, directories, held, renameOnUpload, threads);
        creation = new FileCreation(bucket, lookup, directories, held, renameOnUpload);
        opening = new FileOpening(
                bucket,
                lookup,
                options.get(FileSystemOptions.READ_POLICY),
                options.get(FileSystemOptions.READ_MINIMUM),
                receivers.executor());
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        Path file = qualified(path);
        held.requireNotHeld(file);
        return opening.open(file, statistics);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        Path file = qualified(path);
        CompletableFuture<FSDataInputStream> opened = new CompletableFuture<>();
        try {
            held.requireNotHeld(file);
            opened.complete(opening.open(file, parameters, statistics));
        } catch (IOException e) {
            opened.completeExceptionally(e);
        }
        return opened;
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return create(path, overwrite, true, progress);
    }

    @Override
    @SuppressWarnings("deprecation") // what callers still use
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return flags.contains(CreateFlag.APPEND)
                ? append(path, bufferSize, progress)
                : create(path, flags.contains(CreateFlag.OVERWRITE), false, progress);
    }

    private FSDataOutputStream create(Path path, boolean overwrite, boolean recursive, Progressable progressOrNull)
            throws IOException {
        Progressable progress = progressOrNull == null ? () -> {} : progressOrNull;
        return creation.create(
                new FileCreation.Request(
                        qualified(path), overwrite, recursive, ObjectAttributes.NONE, Precondition.NONE, progress),
                statistics);
    }

    /** A builder of a file that overwrites, and wants its directory to exist unless it is told otherwise. */
    @Override
    public CreateFileBuilder createFile(Path path) {
        return new CreateFileBuilder(this, qualified(path), request -> creation.create(request, statistics))
                .create()
                .overwrite(true);
    }

    @Override
    public void concat(Path target, Path[] sources) throws IOException {
        try {
            concatenation.concat(
                    qualified(target),
                    List.of(sources).stream().map(this::qualified).toList());
        } finally {
            lookup.forget(qualified(target));
            List.of(sources).forEach(source -> lookup.forget(qualified(source)));
        }
    }

    @Override
    public SpateMultipartUploaderBuilder createMultipartUploader(Path base) {
        return new SpateMultipartUploaderBuilder(
                this, qualified(base), path -> new SpateMultipartUploader(bucket, lookup, directories, path));
    }

    @Override
    public void copyFromLocalFile(boolean deleteSource, boolean overwrite, Path source, Path target)
            throws IOException {
        LocalFileSystem local = getLocal(getConf());
        LocalUpload upload = new LocalUpload(bucket, lookup, directories, threads, local);
        statistics.incrementBytesWritten(upload.copy(local.makeQualified(source), qualified(target), overwrite));
        if (deleteSource) {
            local.delete(source, true);
        }
    }

    @Override
    public void copyFromLocalFile(boolean deleteSource, boolean overwrite, Path[] sources, Path target)
            throws IOException {
        if (sources.length > 1 && !getFileStatus(target).isDirectory()) {
            throw new PathIsNotDirectoryException(target.toString());
        }
        for (Path source : sources) {
            copyFromLocalFile(deleteSource, overwrite, source, target);
        }
    }

    @Override
    public boolean rename(Path source, Path target) throws IOException {
        try {
            return renaming.rename(qualified(source), qualified(target));
        } finally {
            lookup.forgetTree(qualified(source));
            lookup.forgetTree(qualified(target));
        }
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return removal.delete(qualified(path), recursive);
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        directories.make(qualified(path));
        return true;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return lookup.status(qualified(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return RemoteIterators.toArray(listStatusIterator(path), new FileStatus[0]);
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        return listings.children(qualified(path));
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) throws IOException {
        return listings.files(qualified(path), recursive);
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter) throws IOException {
        return listings.locatedChildren(qualified(path), filter);
    }

    @Override
    public FileStatus[] globStatus(Path pattern) throws IOException {
        return globStatus(pattern, path -> true);
    }

    /** Null for a path without wildcards where there is nothing, as Hadoop has it. */
    @Override
    public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
        return globbing.glob(qualified(pattern), filter).orElse(null);
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path) throws IOException {
        return headers.of(qualified(path));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
        return headers.of(qualified(path), names);
    }

    /** Null if there is none of that name. */
    @Override
    public byte[] getXAttr(Path path, String name) throws IOException {
        return getXAttrs(path).get(name);
    }

    @Override
    public List<String> listXAttrs(Path path) throws IOException {
        return List.copyOf(getXAttrs(path).keySet());
    }

    /** The etag, if the options say so; null for a part of a file, and for a directory. */
    @Override
    public FileChecksum getFileChecksum(Path path, long length) throws IOException {
        if (!etagChecksum) {
            return null;
        }
        SpateFileStatus status = lookup.status(qualified(path));
        return status.getEtag() == null || length < status.getLen() ? null : new EtagChecksum(status.getEtag());
    }

    @Override
    public BulkDelete createBulkDelete(Path base) {
        return new FileBulkDelete(bucket, lookup, held, qualified(base), bulkDeletePage, threads);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
        qualified(path);
        return Capabilities.has(capability, etagChecksum, bucket.engine().profile(bucket.name()));
    }

    /** What the engine has done, for all file systems of equal options in this process. */
    @Override
    public IOStatistics getIOStatistics() {
        return EngineStatistics.of(bucket.engine().stats());
    }

    @Override
    public ContentSummary getContentSummary(Path path) throws IOException {
        return listings.summary(qualified(path));
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            release();
        }
    }

    private void release() throws IOException {
        if (bucket == null) {
            // Hadoop closes what it could not initialize.
            return;
        }
        try {
            held.close();
        } finally {
            threads.shutdown();
            receivers.shutdown();
            bucket.engine().close();
        }
    }
}
