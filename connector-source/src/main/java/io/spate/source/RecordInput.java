package io.spate.source;

import java.io.IOException;

import io.spate.engine.ObjectInfo;

/** The bytes of one version of one object. Used by one thread. */
public interface RecordInput {
    ObjectInfo info();

    /**
     * How many bytes there are; {@link Long#MAX_VALUE} where that is only known when they are read, as of what is
     * compressed.
     */
    default long length() {
        return info().length();
    }

    /** The offset of the byte that {@link #read} delivers next. */
    long position();

    /**
     * Reads the next bytes, waiting for at least one.
     *
     * @return how many; -1 at the end; 0 only if the wait was broken off, and then a further call goes on as
     *     if nothing had happened
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /** Moves to an offset. No request is sent before the next read. */
    void seek(long position);
}
