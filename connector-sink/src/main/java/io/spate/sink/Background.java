package io.spate.sink;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for what is rarely to be done beside the task. */
final class Background {
    /** Gives each piece of work a thread of its own. */
    static final Executor THREADS =
            work -> daemon(work, "spate-sink-background").start();

    private Background() {}

    /**
     * Threads for several requests at a time, which end with the process. To be shut down by who asks for them.
     *
     * @param name of each thread
     */
    static ExecutorService requests(int atOnce, String name) {
        return Executors.newFixedThreadPool(atOnce, work -> daemon(work, name));
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
