package io.spate.sink;

import java.io.IOException;

/**
 * Writes the records of one object. Used by one thread.
 *
 * @param <T> the records
 */
public interface RecordEncoder<T> {
    void encode(T record) throws IOException;

    /**
     * Hands over all bytes of the records so far, such that they would make a whole object by themselves. Called before
     * each checkpoint, unless the format {@linkplain SinkFormat#endsWithCheckpoint() ends with it}.
     */
    void flush() throws IOException;

    /** Hands over what is left. Nothing is called afterwards. */
    void finish() throws IOException;
}
