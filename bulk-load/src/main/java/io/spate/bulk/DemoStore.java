package io.spate.bulk;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.spate.embedded.EmbeddedStore;

/**
 * The store of a demo, with one bucket. It is in the heap while its objects take a small part of it, else in a temporary
 * directory, which is removed when the store is closed and also when the process is told to end.
 */
final class DemoStore implements Closeable {
    static final String BUCKET = "demo";

    private static final int HEAP_SHARE = 8;

    private final EmbeddedStore store;
    private final Optional<Path> directory;
    private final ReadWriteLock puts = new ReentrantReadWriteLock();
    private volatile boolean closed;
    private final Thread hook = new Thread(this::removeDirectory, "spate-demo-cleanup");

    private DemoStore(Optional<Path> directory) throws IOException {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            this.store = open();
        } catch (IOException | RuntimeException e) {
            removeDirectory();
            forgetHook();
            throw e;
        }
    }

    /** Starts a store that has room for so many bytes. */
    static DemoStore start(long bytes) throws IOException {
        boolean fitsHeap = bytes <= Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        return fitsHeap ? new DemoStore(Optional.empty()) : in(Files.createTempDirectory("spate-demo"));
    }

    /** Starts a store with its objects in a directory, which is removed in the end, also if the store does not start. */
    static DemoStore in(Path directory) throws IOException {
        return new DemoStore(Optional.of(directory));
    }

    /** The options with which Spate reaches this store. */
    Map<String, String> options() {
        return store.options();
    }

    /** Where the objects are, if they are not in the heap. */
    Optional<Path> directory() {
        return directory;
    }

    /** Puts an object, which is broken off if the store is closed meanwhile. */
    void put(String key, InputStream content, long length) throws IOException {
        puts.readLock().lock();
        try {
            UntilClosed stream = new UntilClosed(content);
            stream.check();
            store.put(BUCKET, key, stream, length);
        } finally {
            puts.readLock().unlock();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            store.close();
        } finally {
            removeDirectory();
            forgetHook();
        }
    }

    private EmbeddedStore open() throws IOException {
        EmbeddedStore opened = directory.isPresent() ? EmbeddedStore.onDisk(directory.get()) : EmbeddedStore.start();
        try {
            opened.createBucket(BUCKET);
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // The process is ending, so the hook runs as well, and finds nothing left.
        }
    }

    /** Ends what is being put, which would make directories again, and removes what there is. */
    private void removeDirectory() {
        closed = true;
        puts.writeLock().lock();
        try {
            if (directory.isPresent()) {
                Removal.of(directory.get());
            }
        } catch (IOException e) {
            System.err.println("spate: cannot remove " + directory.get() + ": " + Failure.describe(e));
        } finally {
            puts.writeLock().unlock();
        }
    }

    private final class UntilClosed extends FilterInputStream {
        UntilClosed(InputStream content) {
            super(content);
        }

        @Override
        public int read() throws IOException {
            check();
            return super.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            check();
            return super.read(target, offset, length);
        }

        void check() throws IOException {
            if (closed) {
                throw new IOException("the demo was ended");
            }
        }
    }
}
