package io.spate.hadoop;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.spate.engine.BulkCopy;
import io.spate.engine.BulkDelete;
import io.spate.engine.Engine;

/**
 * The threads on which a file system runs the requests of its compound operations; they end when there is nothing to do.
 *
 * @param count how many requests one operation has under way
 */
record OperationThreads(ExecutorService executor, int count) {
    private static final long IDLE_SECONDS = 30;

    /** @param count threads at most */
    static OperationThreads open(String name, int count) {
        AtomicInteger next = new AtomicInteger(1);
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "spate-" + name + "-" + next.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return new OperationThreads(executor, count);
    }

    /** Runs everything, or up to the first failure, which it throws once nothing runs any more. See {@link Parallel}. */
    void run(Collection<? extends Callable<?>> work) throws IOException {
        new Parallel(executor, count).run(work.iterator());
    }

    BulkCopy copies(Engine engine) {
        return new BulkCopy(engine, executor);
    }

    BulkDelete deletes(Engine engine) {
        return new BulkDelete(engine, executor, count);
    }

    void shutdown() {
        executor.shutdown();
    }
}
