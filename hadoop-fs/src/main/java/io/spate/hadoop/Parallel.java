package io.spate.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs many pieces of work on an executor, so many at a time. What runs there must not wait for other work of the same
 * executor, of which there might be no thread left.
 */
final class Parallel {
    private final ExecutorCompletionService<Object> service;
    private final int concurrency;
    private final Set<Future<Object>> inFlight = new HashSet<>();
    /** Of those that a thread is at; whoever calls off is one of its parties. */
    private final Phaser running = new Phaser(1);

    private Optional<Exception> failure = Optional.empty();
    private volatile boolean calledOff;

    Parallel(Executor executor, int concurrency) {
        this.service = new ExecutorCompletionService<>(executor);
        this.concurrency = concurrency;
    }

    /**
     * Runs everything, or up to the first failure, and waits until nothing runs any more. An interrupt is a failure: it is
     * passed on to what runs, and the thread is interrupted again in the end. Called once.
     *
     * @param work taken as it is needed
     * @throws IOException as the first piece of work that failed
     */
    void run(Iterator<? extends Callable<?>> work) throws IOException {
        boolean interrupted = false;
        while (!inFlight.isEmpty() || isMore(work)) {
            if (isMore(work) && inFlight.size() < concurrency) {
                submit(work.next());
            } else {
                interrupted |= receive();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        throwFailure();
    }

    private void throwFailure() throws IOException {
        if (failure.isEmpty()) {
            return;
        }
        Exception e = failure.get();
        if (e instanceof IOException io) {
            throw io;
        }
        if (e instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw new IOException(e);
    }

    private boolean isMore(Iterator<?> work) {
        return failure.isEmpty() && work.hasNext();
    }

    private void submit(Callable<?> piece) {
        try {
            inFlight.add(service.submit(() -> call(piece)));
        } catch (RejectedExecutionException e) {
            fail(new IOException("the file system is closed", e));
        }
    }

    /** Waits for one to end. Whether that was interrupted. */
    @SuppressWarnings("CollectionUndefinedEquality") // the very one that was submitted is meant
    private boolean receive() {
        try {
            Future<Object> done = service.take();
            inFlight.remove(done);
            done.get();
            return false;
        } catch (ExecutionException e) {
            fail(e.getCause() instanceof Exception cause ? cause : e);
            return false;
        } catch (CancellationException e) {
            fail(e);
            return false;
        } catch (InterruptedException e) {
            fail(new InterruptedIOException("interrupted"));
            callOff();
            return true;
        }
    }

    private void callOff() {
        calledOff = true;
        inFlight.forEach(piece -> piece.cancel(true));
        inFlight.clear();
        running.arriveAndAwaitAdvance();
    }

    private Object call(Callable<?> piece) throws Exception {
        running.register();
        try {
            if (calledOff) {
                throw new CancellationException();
            }
            return piece.call();
        } finally {
            running.arriveAndDeregister();
        }
    }

    private void fail(Exception e) {
        failure = failure.or(() -> Optional.of(e));
    }
}
