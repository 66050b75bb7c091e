package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** An object as Parquet reads files. */
record ParquetInput(ColumnInput input) implements InputFile {
    @Override
    public long getLength() {
        return input.info().length();
    }

    @Override
    public SeekableInputStream newStream() {
        return new Stream(input);
    }

    @Override
    public String toString() {
        return input.info().uri().toString();
    }

    private static final class Stream extends SeekableInputStream {
        private final ColumnInput input;
        private long position;

        Stream(ColumnInput input) {
            this.input = input;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void seek(long target) {
            position = target;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read(ByteBuffer.wrap(target, offset, length));
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            long left = input.info().length() - position;
            if (left <= 0) {
                return target.hasRemaining() ? -1 : 0;
            }
            int count = (int) Math.min(target.remaining(), left);
            ByteBuffer part = target.slice(target.position(), count);
            readFully(part);
            target.position(target.position() + count);
            return count;
        }

        @Override
        public void readFully(byte[] target) throws IOException {
            readFully(ByteBuffer.wrap(target));
        }

        @Override
        public void readFully(byte[] target, int offset, int length) throws IOException {
            readFully(ByteBuffer.wrap(target, offset, length));
        }

        /** @throws EOFException if the object ends before */
        @Override
        public void readFully(ByteBuffer target) throws IOException {
            int count = target.remaining();
            input.readFully(position, target);
            position += count;
        }
    }
}
