package io.spate.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemKind;
import org.apache.flink.core.fs.Path;

import io.spate.engine.ObjectUri;

/**
 * The path of one object, with a file system that has just that. Formats that want a path open their bytes with it; what
 * they get is the input of the split, so no further requests are sent, and every byte is of the version that was listed.
 * Of use in this process only.
 */
@SuppressWarnings("serial") // what it is given to keeps it no longer than the split is read
final class SplitPath extends Path {
    private final transient RecordInput input;
    private final boolean fromStart;

    /** @param fromStart whether the split begins where the object does */
    SplitPath(RecordInput input, boolean fromStart) {
        super(uri(input.info().uri()));
        this.input = input;
        this.fromStart = fromStart;
    }

    RecordInput input() {
        return input;
    }

    @Override
    public FileSystem getFileSystem() {
        return new OneObject(this);
    }

    private static URI uri(ObjectUri object) {
        try {
            return new URI("spate", object.bucket(), "/" + object.key(), null, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("no URI of " + object, e);
        }
    }

    /** Has one object, which can be opened. */
    @SuppressWarnings("deprecation") // overrides what is abstract in one of the Flinks
    private static final class OneObject extends FileSystem {
        private final SplitPath path;

        OneObject(SplitPath path) {
            this.path = path;
        }

        @Override
        public FSDataInputStream open(Path file) throws IOException {
            requireSame(file);
            return new SplitStream(path.input, path.fromStart);
        }

        @Override
        public FSDataInputStream open(Path file, int bufferSize) throws IOException {
            return open(file);
        }

        @Override
        public FileStatus getFileStatus(Path file) throws IOException {
            requireSame(file);
            return new Status(path, path.input.info().length());
        }

        @Override
        public FileStatus[] listStatus(Path file) throws IOException {
            return new FileStatus[] {getFileStatus(file)};
        }

        @Override
        public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
            return new BlockLocation[0];
        }

        @Override
        public Path getWorkingDirectory() {
            return path.getParent();
        }

        @Override
        public Path getHomeDirectory() {
            return path.getParent();
        }

        @Override
        public URI getUri() {
            return path.toUri();
        }

        @Override
        public boolean isDistributedFS() {
            return true;
        }

        /** Flink 1.20 asks for it, Flink 2 has it no more. */
        @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
        public FileSystemKind getKind() {
            return FileSystemKind.OBJECT_STORE;
        }

        @Override
        public boolean mkdirs(Path directory) {
            throw readOnly();
        }

        @Override
        public boolean delete(Path file, boolean recursive) {
            throw readOnly();
        }

        @Override
        public boolean rename(Path source, Path target) {
            throw readOnly();
        }

        @Override
        public FSDataOutputStream create(Path file, WriteMode mode) {
            throw readOnly();
        }

        private void requireSame(Path file) throws FileNotFoundException {
            if (!file.equals(path)) {
                throw new FileNotFoundException("there is only " + path + ", and not " + file);
            }
        }

        private UnsupportedOperationException readOnly() {
            return new UnsupportedOperationException(path + " is there to be read");
        }
    }

    private record Status(Path path, long length) implements FileStatus {
        @Override
        public long getLen() {
            return length;
        }

        @Override
        public long getBlockSize() {
            return Math.max(1, length);
        }

        @Override
        public short getReplication() {
            return 1;
        }

        @Override
        public long getModificationTime() {
            return 0;
        }

        @Override
        public long getAccessTime() {
            return 0;
        }

        @Override
        public boolean isDir() {
            return false;
        }

        @Override
        public Path getPath() {
            return path;
        }
    }
}
