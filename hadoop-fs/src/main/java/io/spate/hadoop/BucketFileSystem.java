package io.spate.hadoop;

import java.net.URI;
import java.util.EnumSet;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/**
 * What a file system over a bucket is called, and what holds without asking the store: defaults, and calls that have nothing
 * to change since a store keeps no such thing.
 */
abstract class BucketFileSystem extends FileSystem {
    static final String SCHEME = "spate";

    /** Below zero, since Hadoop takes zero as the client's own choice. */
    private static final long NO_TRASH = -1;

    private URI uri;
    private Path home;
    private volatile Path workingDirectory;
    private long blockSize;
    private boolean trash;

    /** Called once, before anything else. */
    final void identify(URI bucket, Configuration configuration, String user, long size, boolean trashAllowed) {
        setConf(configuration);
        uri = bucket;
        home = new Path("/user", user).makeQualified(bucket, null);
        workingDirectory = home;
        blockSize = size;
        trash = trashAllowed;
    }

    @Override
    public final String getScheme() {
        return SCHEME;
    }

    @Override
    public final URI getUri() {
        return uri;
    }

    /** As it is: a bucket is no host to look up. */
    @Override
    protected final URI canonicalizeUri(URI other) {
        return other;
    }

    /** Null, since there are no delegation tokens. */
    @Override
    public final String getCanonicalServiceName() {
        return null;
    }

    @Override
    public final Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public final void setWorkingDirectory(Path directory) {
        workingDirectory = qualified(directory);
    }

    @Override
    public final Path getHomeDirectory() {
        return home;
    }

    @Override
    public final long getDefaultBlockSize(Path path) {
        return blockSize;
    }

    @Override
    public final short getDefaultReplication(Path path) {
        return 1;
    }

    /** What clients should take when they do not know better, be it that nothing goes to the trash. */
    @Override
    public final FsServerDefaults getServerDefaults(Path path) {
        Configuration configuration = getConf();
        return new FsServerDefaults(
                blockSize,
                configuration.getInt("io.bytes.per.checksum", 512),
                1 << 16,
                (short) 1,
                configuration.getInt("io.file.buffer.size", 1 << 12),
                false,
                trash ? 0 : NO_TRASH,
                DataChecksum.Type.CRC32,
                "");
    }

    /** All made up, since a store does not tell; programs want to see more than nothing. */
    @Override
    public final FsStatus getStatus(Path path) {
        return new FsStatus(Long.MAX_VALUE, 1, Long.MAX_VALUE - 1);
    }

    /** One location for each block, on no host in particular: so that tools cut large files by them. */
    @Override
    public final BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        return file == null ? null : BlockLocations.of(file, start, length);
    }

    /** @throws UnsupportedOperationException always: objects cannot grow */
    @Override
    public final FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException(
                "cannot append to " + path + ": objects do not grow; write a new file, and concat it if need be");
    }

    /** Does nothing: a store keeps no times but that of the last write. */
    @Override
    public final void setTimes(Path path, long modified, long accessed) {}

    /** Does nothing: the store decides who may do what. */
    @Override
    public final void setPermission(Path path, FsPermission permission) {}

    /** Does nothing: the store keeps no owners. */
    @Override
    public final void setOwner(Path path, String user, String group) {}

    /** True, as if it were done: the store looks after copies. */
    @Override
    public final boolean setReplication(Path path, short replication) {
        return true;
    }

    /** Does nothing: what is read is always checked as far as the protocol has it. */
    @Override
    public final void setVerifyChecksum(boolean verify) {}

    /** Does nothing: see the option {@code write.checksum}. */
    @Override
    public final void setWriteChecksum(boolean write) {}

    /** @throws UnsupportedOperationException always: headers can only be set when a file is created */
    @Override
    public final void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags) {
        throw new UnsupportedOperationException("cannot set attribute '" + name + "' of " + path
                + ": the headers of an object are set when it is written, by createFile(path).opt(...)");
    }

    /** @throws UnsupportedOperationException always, as {@link #setXAttr} */
    @Override
    public final void removeXAttr(Path path, String name) {
        throw new UnsupportedOperationException("cannot remove attribute '" + name + "' of " + path
                + ": the headers of an object are set when it is written");
    }

    final Path qualified(Path path) {
        checkPath(path);
        Path qualified = path.makeQualified(uri, workingDirectory);
        // A path that was made of a URI may have slashes that it would not have, had it been made of its text.
        return qualified.toUri().getRawPath().endsWith("/") && !qualified.isRoot()
                ? new Path(
                        uri.getScheme(), uri.getAuthority(), qualified.toUri().getPath())
                : qualified;
    }
}
