package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of one answered range, as they come off the connection. Read by one thread at a time; {@link #abort()} may
 * be called from any.
 */
public interface RangeBody extends Closeable {
    /**
     * Reads some bytes, waiting for at least one.
     *
     * @return how many, or -1 when the body has ended; the caller checks that it was long enough
     * @throws IOException when the connection broke; what was read before is good
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /** The etag of the version that the bytes are of, without quotes; empty if the store gave none. */
    String etag();

    /** Gives the connection up without reading what is left. Idempotent. */
    void abort();

    /** Ends the use of the body: after its last byte the connection is kept for the next request, before it is not. */
    @Override
    void close();
}
