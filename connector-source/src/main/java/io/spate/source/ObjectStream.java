package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The bytes of an object as a stream. What reads it, such as a decompressor, cannot be left in the middle of a read, so a
 * read that is woken up goes on until there are bytes; that it was woken up is told afterwards.
 */
final class ObjectStream extends InputStream {
    private final RecordInput input;
    private boolean woken;
    private Optional<IOException> failure = Optional.empty();

    ObjectStream(RecordInput input) {
        this.input = input;
    }

    /** Whether a read was woken up since this was asked last. */
    boolean takeWoken() {
        boolean was = woken;
        woken = false;
        return was;
    }

    /** Whether it is the bytes of the object that could not be had. */
    boolean isFailure(Throwable e) {
        return failure.filter(own -> own == e).isPresent();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            int count = input.read(target, offset, length);
            while (count == 0) {
                woken = true;
                count = input.read(target, offset, length);
            }
            if (count < 0 && input.position() < input.info().length()) {
                throw new EOFException("read " + input.info().uri() + ": it ended at " + input.position() + " of "
                        + input.info().length() + " bytes");
            }
            return count;
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }
}
