package io.spate.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all transfers of a process share: one budget of memory, and as many I/O threads as requests may be in flight.
 * Ranges that a
 * consumer waits for and everything that is written go before ranges that are prefetched, and otherwise first come, first
 * served. Threads
 * are daemons, start when there is work and end when there is none; they are platform threads on every JVM, since there
 * are never more of them than requests in flight. Thread-safe.
 */
final class TransferResources {
    private static final long KEEP_IDLE_THREADS_SECONDS = 10;
    private static final int INITIAL_QUEUE = 64;

    private final BufferPool pool;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor clock;
    private final Set<TransferTask> parked = ConcurrentHashMap.newKeySet();
    private final AtomicLong sequence = new AtomicLong();

    TransferResources(long memory, int requests) {
        pool = new BufferPool(memory);
        Comparator<Runnable> order = Comparator.comparingLong(task -> ((TransferTask) task).order());
        threads = new ThreadPoolExecutor(
                requests,
                requests,
                KEEP_IDLE_THREADS_SECONDS,
                TimeUnit.SECONDS,
                new PriorityBlockingQueue<>(INITIAL_QUEUE, order),
                daemons("spate-io-"));
        threads.allowCoreThreadTimeOut(true);
        clock = new ScheduledThreadPoolExecutor(1, daemons("spate-clock-"));
        clock.setKeepAliveTime(KEEP_IDLE_THREADS_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    BufferPool pool() {
        return pool;
    }

    /** Counts up with every call: what comes first. */
    long nextSequence() {
        return sequence.incrementAndGet();
    }

    /**
     * Runs a task on an I/O thread, by its {@link TransferTask#order()}, which must not change while it is queued.
     *
     * @throws RejectedExecutionException when closed
     */
    void execute(TransferTask task) {
        threads.execute(task);
    }

    /** Takes a task that has not begun out of the queue. Whether it was there. */
    boolean withdraw(TransferTask task) {
        return threads.remove(task);
    }

    /**
     * Runs a task after a while. No I/O thread waits for it.
     *
     * @throws RejectedExecutionException when closed
     */
    void after(Duration delay, TransferTask task) {
        parked.add(task);
        try {
            ScheduledFuture<?> unused = clock.schedule(() -> unpark(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            parked.remove(task);
            throw e;
        }
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

    /** Lets go of memory, and of threads as they fall idle. What waits for a retry ends, since it is rejected now. */
    void close() {
        clock.shutdown();
        threads.shutdown();
        parked.forEach(this::unpark);
        pool.trim();
    }

    private void unpark(TransferTask task) {
        if (parked.remove(task)) {
            task.submit();
        }
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(TransferResources.class.getClassLoader());
            return thread;
        };
    }
}
