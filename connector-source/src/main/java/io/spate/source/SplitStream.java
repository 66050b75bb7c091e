package io.spate.source;

import java.io.EOFException;
import java.io.IOException;

import org.apache.flink.core.fs.FSDataInputStream;

/** An input as Flink's formats read files: in sequence. It reads on where the input is woken up, since they cannot stop. */
final class SplitStream extends FSDataInputStream {
    private final RecordInput input;
    private final byte[] single = new byte[1];

    SplitStream(RecordInput input) {
        this.input = input;
        input.seek(0);
    }

    @Override
    public void seek(long position) throws IOException {
        if (position < 0 || position > input.info().length()) {
            throw new EOFException("read " + input.info().uri() + ": there is no offset " + position + " in its "
                    + input.info().length() + " bytes");
        }
        input.seek(position);
    }

    @Override
    public long getPos() {
        return input.position();
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = 0;
        while (count == 0 && length > 0) {
            count = input.read(target, offset, length);
        }
        return count;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, input.info().length() - input.position());
    }
}
