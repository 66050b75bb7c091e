package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;

import org.apache.hadoop.fs.FSInputStream;

import io.spate.engine.ObjectReader;

/** Reads one version of one file. */
final class SpateInputStream extends FSInputStream {
    private final ObjectReader reader;
    private final byte[] single = new byte[1];

    SpateInputStream(ObjectReader reader) {
        this.reader = reader;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return reader.read(target, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
        if (position < 0 || position > reader.info().length()) {
            throw new EOFException(
                    "cannot seek to " + position + " in " + reader.info().uri());
        }
        reader.seek(position);
    }

    @Override
    public long getPos() {
        return reader.position();
    }

    @Override
    public boolean seekToNewSource(long position) {
        return false;
    }

    @Override
    public void close() {
        reader.close();
    }
}
