package io.spate.engine;

import java.io.Closeable;

/**
 * Owns the store, the memory, the threads and the statistics of reading, and hands out readers and listings. Engines
 * that are opened with equal options in one process are one engine, which is closed when its last user closes it.
 * Thread-safe.
 */
public final class Engine implements Closeable {
    /** Opens the engine of these options, or joins it. Sends nothing to any store. */
    public static Engine open(SpateOptions options) {
        throw new UnsupportedOperationException();
    }

    /** An engine of its own over a given store, which it closes in the end. */
    public static Engine over(ObjectStore store, SpateOptions options) {
        throw new UnsupportedOperationException();
    }

    public SpateOptions options() {
        throw new UnsupportedOperationException();
    }

    public IoStats stats() {
        throw new UnsupportedOperationException();
    }

    /** The most transfer memory this process held at any time, in bytes. */
    public long peakTransferMemory() {
        throw new UnsupportedOperationException();
    }

    /** The store, its calls tried again until they succeed, fail for good, or {@code retry.deadline} is over. */
    public ObjectStore store() {
        throw new UnsupportedOperationException();
    }

    /** A window of {@code read.concurrency} ranges for readers of this bucket. */
    public ReadWindow newWindow(String bucket) {
        throw new UnsupportedOperationException();
    }

    /** A reader whose use nobody announced: it starts with one range ahead and takes more as reading goes on. */
    public ObjectReader reader(ObjectInfo info) {
        throw new UnsupportedOperationException();
    }

    /**
     * A reader that will read a known part of an object in sequence: at full width from the start, in ranges of
     * {@code read.range-size} from the start of the part, the last one cut at its end. It can be read past that end.
     */
    public ObjectReader reader(ObjectInfo info, ByteRange expected, ReadWindow window) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
