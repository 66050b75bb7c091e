package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
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
public final class SpateFileSystem extends FileSystem {
    static final String SCHEME = "spate";

    private final Function<SpateOptions, Engine> opener;
    private URI uri;
    private Path workingDirectory;
    private Bucket bucket;
    private ExecutorService executor;
    private PathLookup lookup;
    private Listings listings;
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

    /** @throws IllegalArgumentException for an option that is unknown or wrong, and for a URI without a bucket */
    @Override
    public void initialize(URI name, Configuration configuration) throws IOException {
        String authority = name.getAuthority();
        if (authority == null || !SCHEME.equals(name.getScheme())) {
            throw new IllegalArgumentException("not the URI of a bucket: '" + name + "'; expected spate://bucket/");
        }
        HadoopConfiguration options = HadoopConfiguration.read(configuration, authority);
        ObjectUri root = new ObjectUri(authority, "");
        super.initialize(name, configuration);
        setConf(configuration);
        uri = URI.create(SCHEME + "://" + root.bucket());
        String user = options.get(FileSystemOptions.USER)
                .orElse(UserGroupInformation.getCurrentUser().getShortUserName());
        workingDirectory = new Path("/user", user).makeQualified(uri, null);
        Engine engine = opener.apply(options.engineOptions());
        bucket = new Bucket(
                engine, uri, root.bucket(), new KeyCodec(uri), user, options.get(FileSystemOptions.BLOCK_SIZE));
        assemble(options);
    }

    private void assemble(HadoopConfiguration options) {
        int concurrency = options.get(FileSystemOptions.CONCURRENCY);
        executor = OperationThreads.open(bucket.name(), concurrency);
        held = new HeldUploads(bucket.store());
        lookup = new PathLookup(bucket, held);
        listings = new Listings(bucket, lookup);
        directories = new Directories(bucket, lookup);
        removal = new Removal(bucket, lookup, directories, held, executor, concurrency);
        renaming = new Renaming(bucket, lookup, directories, held, executor, concurrency);
        concatenation = new Concatenation(bucket, lookup, removal, executor);
        creation = new FileCreation(bucket, lookup, directories, held, options.get(FileSystemOptions.RENAME_ON_UPLOAD));
        opening = new FileOpening(
                bucket,
                lookup,
                options.get(FileSystemOptions.READ_POLICY),
                options.get(FileSystemOptions.READ_MINIMUM));
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return uri;
    }

    /** As it is: a bucket is no host to look up. */
    @Override
    protected URI canonicalizeUri(URI other) {
        return other;
    }

    /** Null, since there are no delegation tokens. */
    @Override
    public String getCanonicalServiceName() {
        return null;
    }

    @Override
    public Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        workingDirectory = qualified(directory);
    }

    @Override
    public Path getHomeDirectory() {
        return new Path("/user", bucket.owner()).makeQualified(uri, null);
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

    /** @throws UnsupportedOperationException always: objects cannot grow */
    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        throw new UnsupportedOperationException(
                "cannot append to " + path + ": objects do not grow; write a new file, and concat it if need be");
    }

    @Override
    public void concat(Path target, Path[] sources) throws IOException {
        concatenation.concat(
                qualified(target),
                List.of(sources).stream().map(this::qualified).toList());
    }

    @Override
    public boolean rename(Path source, Path target) throws IOException {
        return renaming.rename(qualified(source), qualified(target));
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
    public ContentSummary getContentSummary(Path path) throws IOException {
        return listings.summary(qualified(path));
    }

    /** One location for each block, on no host in particular: so that tools cut large files by them. */
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        return file == null ? null : BlockLocations.of(file, start, length);
    }

    @Override
    public long getDefaultBlockSize(Path path) {
        return bucket.blockSize();
    }

    @Override
    public short getDefaultReplication(Path path) {
        return 1;
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
        try {
            held.close();
        } finally {
            executor.shutdown();
            bucket.engine().close();
        }
    }

    /** Absolute, and without a slash at the end, which paths made from URIs may have. */
    @Override
    public Path makeQualified(Path path) {
        checkPath(path);
        return KeyCodec.withoutEndingSlash(path.makeQualified(uri, workingDirectory));
    }

    private Path qualified(Path path) {
        return makeQualified(path);
    }
}
