package io.spate.source;

import java.io.EOFException;
import java.io.IOException;

/** Fills an array from an input, over as many calls as it takes when the input is woken up in between. */
final class BlockFill {
    private final byte[] bytes;
    private int filled;

    BlockFill(int length) {
        this.bytes = new byte[length];
    }

    /** Reads until the array is full; false if the input was woken up before the array was full; a further call goes on */
    boolean fill(RecordInput input) throws IOException {
        while (filled < bytes.length) {
            int count = input.read(bytes, filled, bytes.length - filled);
            if (count == 0) {
                return false;
            }
            if (count < 0) {
                throw new EOFException("read " + input.info().uri() + ": it ended at " + input.position() + " of "
                        + input.info().length() + " bytes");
            }
            filled += count;
        }
        return true;
    }

    byte[] bytes() {
        return bytes;
    }
}
