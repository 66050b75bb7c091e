package io.spate.source;

import java.io.Closeable;

/** An input that can be fetched ahead of being read. */
interface ObjectInput extends RecordInput, Closeable {
    /** Starts as many requests as there is room for; whether all that is expected has been started. */
    boolean prefetch();

    /** Makes a read that waits, or else the next one that would, return 0. May be called by any thread. */
    void wakeUp();

    @Override
    void close();
}
