package io.spate.bulk;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Puts objects into the store of a demo, several at a time, and ends at the first that fails. */
final class DemoUpload {
    private static final long TICK_MILLIS = 200;
    private static final double NANOS_PER_SECOND = 1e9;

    private final DemoStore store;
    private final List<DemoObject> objects;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final long startNanos = System.nanoTime();

    DemoUpload(DemoStore store, List<DemoObject> objects) {
        this.store = store;
        this.objects = objects;
    }

    /** Uploads everything on so many threads; {@code tick} is called now and then while that goes on. */
    void run(int threads, Runnable tick) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Void> worker = this::work;
            List<Future<Void>> workers = Collections.nCopies(threads, worker).stream()
                    .map(pool::submit)
                    .toList();
            for (Future<Void> each : workers) {
                await(each, tick);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** What was put so far. */
    Moved moved() {
        return new Moved(done.get(), bytes.get(), (System.nanoTime() - startNanos) / NANOS_PER_SECOND);
    }

    private Void work() throws IOException {
        for (int i = next.getAndIncrement(); i < objects.size(); i = next.getAndIncrement()) {
            DemoObject object = objects.get(i);
            try (InputStream content = new Counted(object)) {
                store.put(object.key(), content, object.length());
                done.incrementAndGet();
            } catch (IOException e) {
                next.set(objects.size());
                throw e;
            }
        }
        return null;
    }

    private static void await(Future<Void> worker, Runnable tick) throws IOException, InterruptedException {
        while (true) {
            try {
                worker.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                tick.run();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
            }
        }
    }

    /** Gives exactly as many bytes as the object was said to have, even if its file grows meanwhile. */
    private final class Counted extends FilterInputStream {
        private final DemoObject object;
        private long remaining;

        Counted(DemoObject object) throws IOException {
            super(object.content().open());
            this.object = object;
            this.remaining = object.length();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (remaining == 0) {
                return -1;
            }
            int count = super.read(target, offset, (int) Math.min(length, remaining));
            if (count < 0) {
                throw new EOFException("'" + object.key() + "' became shorter while it was read");
            }
            remaining -= count;
            bytes.addAndGet(count);
            return count;
        }

        @Override
        public long skip(long count) {
            return 0;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
