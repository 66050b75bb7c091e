package io.spate.source;

import java.io.IOException;
import java.util.function.Consumer;

import io.spate.engine.ObjectUri;

/** Makes records of the bytes of a line. */
@FunctionalInterface
interface LineDecoder<T> {
    /**
     * Decodes one line.
     *
     * @param position the offset of the line in the object, for errors
     * @throws IOException naming object and position
     */
    void decode(ObjectUri object, long position, byte[] buffer, int start, int length, Consumer<? super T> out)
            throws IOException;
}
