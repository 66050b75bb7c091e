package io.spate.hadoop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads on which a file system runs the requests of its compound operations; they end when there is nothing to do. */
final class OperationThreads {
    private static final long IDLE_SECONDS = 30;

    private OperationThreads() {}

    /** @param count threads at most */
    static ExecutorService open(String bucket, int count) {
        AtomicInteger next = new AtomicInteger(1);
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "spate-" + bucket + "-" + next.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
