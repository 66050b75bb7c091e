package io.spate.sink;

import java.util.concurrent.Executor;

/** Threads for what is rarely to be done beside the task. */
final class Background {
    /** Gives each piece of work a thread of its own. */
    static final Executor THREADS = work -> {
        Thread thread = new Thread(work, "spate-sink-background");
        thread.setDaemon(true);
        thread.start();
    };

    private Background() {}
}
