package io.spate.sink;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writes the records of one object. Used by one thread. Closed at the end in any case, finished or not.
 *
 * @param <T> the records
 */
public interface RecordEncoder<T> extends Closeable {
    /**
     * Writes one record.
     *
     * @throws IOException if the format cannot hold the record, or its bytes cannot be handed over
     */
    void encode(T record) throws IOException;

    /**
     * Hands over all bytes of the records so far, such that they would make a whole object by themselves. Called before
     * each checkpoint, unless the format {@linkplain SinkFormat#endsWithCheckpoint() ends with it}.
     */
    void flush() throws IOException;

    /** Hands over what is left. Only {@link #close} is called afterwards. */
    void finish() throws IOException;

    /** Frees what the encoder holds besides heap memory. Hands nothing over. */
    @Override
    default void close() {}
}
