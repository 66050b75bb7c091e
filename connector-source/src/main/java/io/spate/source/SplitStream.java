package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.flink.core.fs.FSDataInputStream;

/**
 * An input as Flink's formats read files: the beginning, perhaps several times, and then a range in sequence. The beginning
 * is kept, so that going back to it does not disturb what is fetched ahead.
 *
 * <p>It reads on where the input is woken up, since these formats cannot stop in between.
 */
final class SplitStream extends FSDataInputStream {
    /** Bytes that are taken for the beginning. */
    private static final int HEAD = 64 << 10;

    private final RecordInput input;
    private final boolean fromStart;
    private final byte[] single = new byte[1];
    private byte[] head = new byte[0];
    private long position;

    /** @param fromStart whether the range begins with the object, so that the beginning is part of the sequence */
    SplitStream(RecordInput input, boolean fromStart) {
        this.input = input;
        this.fromStart = fromStart;
    }

    @Override
    public void seek(long target) throws IOException {
        if (target < 0 || target > input.info().length()) {
            throw new EOFException("read " + input.info().uri() + ": there is no offset " + target + " in its "
                    + input.info().length() + " bytes");
        }
        position = target;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = position < HEAD ? readHead(target, offset, length) : readSequence(target, offset, length);
        position += Math.max(0, count);
        return count;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, input.info().length() - position);
    }

    private int readHead(byte[] target, int offset, int length) throws IOException {
        if (head.length == 0) {
            head = fetchHead((int) Math.min(HEAD, input.info().length()));
        }
        int count = (int) Math.min(length, head.length - position);
        if (count <= 0) {
            return -1;
        }
        System.arraycopy(head, (int) position, target, offset, count);
        return count;
    }

    private byte[] fetchHead(int length) throws IOException {
        if (!fromStart) {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            input.readAt(0, bytes);
            return bytes.array();
        }
        BlockFill fill = new BlockFill(length);
        input.seek(0);
        while (!fill.fill(input)) {
            // Woken up, and read on.
        }
        return fill.bytes();
    }

    private int readSequence(byte[] target, int offset, int length) throws IOException {
        if (input.position() != position) {
            input.seek(position);
        }
        int count = 0;
        while (count == 0) {
            count = input.read(target, offset, length);
        }
        return count;
    }
}
