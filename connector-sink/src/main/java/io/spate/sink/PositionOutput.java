package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.core.fs.FSDataOutputStream;

/**
 * A stream as Flink's bulk writers want it. It knows its position, and leaves to the sink when bytes are sent and when
 * the stream is closed.
 */
final class PositionOutput extends FSDataOutputStream {
    private final OutputStream out;
    private long position;

    PositionOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        position += length;
    }

    @Override
    public void flush() {}

    @Override
    public void sync() {}

    @Override
    public void close() {}
}
