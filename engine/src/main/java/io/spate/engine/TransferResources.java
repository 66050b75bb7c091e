package io.spate.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all transfers of a process share: one budget of memory, and as many I/O threads as requests may be in flight.
 * Threads are daemons, start when there is work and end when there is none. Thread-safe.
 */
final class TransferResources {
    private static final long KEEP_IDLE_THREADS_SECONDS = 10;

    private final BufferPool pool;
    private final ThreadPoolExecutor threads;

    TransferResources(long memory, int requests) {
        pool = new BufferPool(memory);
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                requests, requests, KEEP_IDLE_THREADS_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "spate-io-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    thread.setContextClassLoader(TransferResources.class.getClassLoader());
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    BufferPool pool() {
        return pool;
    }

    /** Runs tasks on the I/O threads, in order. Rejects them with {@link RejectedExecutionException} when closed. */
    Executor threads() {
        return threads;
    }

    void resize(long memory, int requests) {
        pool.resize(memory);
        if (requests >= threads.getMaximumPoolSize()) {
            threads.setMaximumPoolSize(requests);
            threads.setCorePoolSize(requests);
        } else {
            threads.setCorePoolSize(requests);
            threads.setMaximumPoolSize(requests);
        }
    }

    /** Lets go of memory, and of threads as they fall idle. */
    void close() {
        threads.shutdown();
        pool.trim();
    }
}
