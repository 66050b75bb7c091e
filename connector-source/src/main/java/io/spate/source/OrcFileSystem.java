package io.spate.source;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system of Hadoop, as ORC wants one, that has the one object of a split. Never found by its scheme, nor cached. */
final class OrcFileSystem extends FileSystem {
    private static final URI FILE = URI.create("spate-split:/object");

    private final ColumnInput input;

    OrcFileSystem(RecordInput input) {
        this.input = new ColumnInput(input);
    }

    @Override
    public URI getUri() {
        return FILE;
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) {
        return new FSDataInputStream(new Stream(input));
    }

    @Override
    public FileStatus getFileStatus(Path file) {
        long length = input.info().length();
        return new FileStatus(length, false, 1, Math.max(1, length), 0, file);
    }

    @Override
    public FileStatus[] listStatus(Path file) {
        return new FileStatus[] {getFileStatus(file)};
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(FILE);
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream append(Path file, int bufferSize, Progressable progress) {
        throw readOnly();
    }

    @Override
    public boolean rename(Path source, Path target) {
        throw readOnly();
    }

    @Override
    public boolean delete(Path file, boolean recursive) {
        throw readOnly();
    }

    @Override
    public boolean mkdirs(Path directory, FsPermission permission) {
        throw readOnly();
    }

    private UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException(input.info().uri() + " is there to be read");
    }

    private static final class Stream extends FSInputStream {
        private final ColumnInput input;
        private long position;

        Stream(ColumnInput input) {
            this.input = input;
        }

        @Override
        public void seek(long target) {
            position = target;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = read(position, target, offset, length);
            position += Math.max(0, count);
            return count;
        }

        @Override
        public int read(long from, byte[] target, int offset, int length) throws IOException {
            long left = input.info().length() - from;
            if (left <= 0) {
                return length == 0 ? 0 : -1;
            }
            int count = (int) Math.min(left, length);
            input.readFully(from, ByteBuffer.wrap(target, offset, count));
            return count;
        }

        @Override
        public void readFully(long from, byte[] target, int offset, int length) throws IOException {
            input.readFully(from, ByteBuffer.wrap(target, offset, length));
        }
    }
}
