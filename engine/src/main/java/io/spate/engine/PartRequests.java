package io.spate.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;

/**
 * Requests for parts that are in flight on the threads of an executor, until they are answered or called off. Used by one
 * thread.
 */
final class PartRequests {
    private final CompletionService<Part> requests;
    private final Set<Future<Part>> pending = new HashSet<>();
    /** Of those that a thread is at; whoever calls off is one of its parties. */
    private final Phaser running = new Phaser(1);

    private volatile boolean calledOff;

    PartRequests(Executor executor) {
        this.requests = new ExecutorCompletionService<>(executor);
    }

    int inFlight() {
        return pending.size();
    }

    /** @throws RejectedExecutionException if the executor takes no more */
    void send(Callable<Part> request) {
        pending.add(requests.submit(() -> run(request)));
    }

    /** Waits for the next answer. */
    @SuppressWarnings("CollectionUndefinedEquality") // the very one that was sent is meant
    Part receive() throws ExecutionException, InterruptedException {
        Future<Part> answered = requests.take();
        pending.remove(answered);
        return answered.get();
    }

    /** Interrupts what is in flight and waits until it has ended; what no thread has begun yet never is. */
    void callOff() {
        calledOff = true;
        pending.forEach(request -> request.cancel(true));
        pending.clear();
        running.arriveAndAwaitAdvance();
    }

    private Part run(Callable<Part> request) throws Exception {
        running.register();
        try {
            if (calledOff) {
                throw new CancellationException();
            }
            return request.call();
        } finally {
            running.arriveAndDeregister();
        }
    }
}
