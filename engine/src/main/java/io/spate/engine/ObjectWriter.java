package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Turns bytes into the parts of an upload, several of them in flight, or into a single request where they are few.
 * Nothing is visible at the key before {@link #publish}, or before the upload that {@link #finish} gives is committed.
 *
 * <p>Used by one thread at a time. Only {@link #write} ever waits, and only for memory; a part that cannot be stored fails
 * whatever is called next. Closing it never aborts what the store has: that is {@link #abort()}.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class ObjectWriter implements Closeable {
    /** Takes bytes. Waits where the memory of the process is used up. */
    public void write(byte[] source, int offset, int length) throws IOException {
        throw new UnsupportedOperationException();
    }

    public ObjectUri uri() {
        throw new UnsupportedOperationException();
    }

    /** Bytes that were written. */
    public long length() {
        throw new UnsupportedOperationException();
    }

    /** The CRC32C of all bytes that were written. */
    public int crc32c() {
        throw new UnsupportedOperationException();
    }

    /** Bytes that wait for a part to be full: what finishing the object would bring under way. */
    public long bufferedBytes() {
        throw new UnsupportedOperationException();
    }

    /** Parts that are on their way to the store, or wait for their turn. */
    public int partsInFlight() {
        throw new UnsupportedOperationException();
    }

    /** Whether the object is so large, or has so many parts, that it should be finished. */
    public boolean isFull() {
        throw new UnsupportedOperationException();
    }

    /** Whether a store has begun an upload for this object, or was asked to. */
    public boolean hasUpload() {
        throw new UnsupportedOperationException();
    }

    /**
     * Everything that was written up to now, as soon as the parts that are in flight have arrived. Writing may go on at
     * once. A tail that is large enough for a part becomes one.
     */
    public CompletableFuture<PersistedObject> persist() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Ends the object. Gives the upload with all of its parts as soon as they have arrived, to be committed. */
    public CompletableFuture<Upload> finish() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Ends the object and makes it visible: by one PUT where no upload was begun, else by committing the upload. */
    public CompletableFuture<CommittedObject> publish(Precondition precondition) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Gives everything up, and has the store forget what it has. Only for what nobody else has been told of. */
    public void abort() {
        throw new UnsupportedOperationException();
    }

    /** Gives memory back. Parts in flight of a finished object go on to the end; of an unfinished one they do not. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
