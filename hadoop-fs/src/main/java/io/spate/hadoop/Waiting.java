package io.spate.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** Waits for what the engine does on its own threads, and tells the task that waits is alive meanwhile. */
final class Waiting {
    private static final long SLICE_MILLIS = 1000;

    private Waiting() {}

    /**
     * The result, as soon as there is one.
     *
     * @param doing what is waited for, as in "interrupted while closing"
     * @throws InterruptedIOException if the thread is interrupted; what was begun may still come to an end
     */
    static <T> T forResult(CompletableFuture<T> future, String doing, Path path, Progressable progress)
            throws IOException {
        while (true) {
            try {
                return future.get(SLICE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                progress.progress();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted =
                        new InterruptedIOException("interrupted while " + doing + " " + path);
                interrupted.initCause(e);
                throw interrupted;
            } catch (ExecutionException | CancellationException e) {
                throw failure(e, doing, path);
            }
        }
    }

    private static IOException failure(Exception e, String doing, Path path) {
        Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
        return cause instanceof IOException known
                ? Failures.at(path, known)
                : new IOException(doing + " " + path + " failed: " + cause, cause);
    }
}
