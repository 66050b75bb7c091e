package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads one version of one object: in sequence, with many ranges in flight ahead of the caller, or at any position.
 *
 * <p>Sequential reads deliver bytes in order, the first of a range before its last has come. Every request is pinned to
 * the version in {@link #info()}; if the object changes, reads fail with {@code CHANGED} and never mix two versions.
 * Used by one thread at a time, except {@link #wakeUp()}.
 */
public final class ObjectReader implements Closeable {
    public ObjectInfo info() {
        throw new UnsupportedOperationException();
    }

    /** The offset of the byte that {@link #read} delivers next. */
    public long position() {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads the next bytes in sequence, waiting for at least one.
     *
     * @return how many; -1 at the end of the object; 0 only if {@link #wakeUp()} was called, and then a further call
     *     goes on as if nothing had happened
     */
    public int read(byte[] target, int offset, int length) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Moves the sequence. What is in flight and still ahead is kept; no request is sent before the next read. */
    public void seek(long position) {
        throw new UnsupportedOperationException();
    }

    /**
     * Starts as many ranges as window and memory allow now, without waiting and without delivering anything.
     *
     * @return whether all that this reader expects to read has been started
     */
    public boolean prefetch() {
        throw new UnsupportedOperationException();
    }

    /** Fills the target from a position, apart from the sequence; fetches these bytes and no others. */
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Reads several ranges at once, near ones in one request. The answers are in the order of the ranges. */
    public List<ByteBuffer> readRanges(List<ByteRange> ranges) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Makes a {@link #read} that waits, or else the next one that would, return 0. May be called by any thread. */
    public void wakeUp() {
        throw new UnsupportedOperationException();
    }

    /** Gives back memory and connections; what is in flight is broken off, not read to its end. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
