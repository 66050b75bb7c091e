package io.spate.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectReader;

/**
 * Fetches ranges that are near each other as one, and completes the future of each as soon as its bytes are there. Run by
 * one thread; given up by any.
 */
final class VectoredRun implements Runnable {
    private final Path path;
    private final List<FileRange> ranges;
    private final List<CompletableFuture<ByteBuffer>> answers;
    private final ObjectReader part;
    private final IntFunction<ByteBuffer> allocate;
    private final Consumer<ByteBuffer> release;
    private final ReadStatistics statistics;
    private volatile boolean givenUp;

    /**
     * @param ranges in order; their futures are set here
     * @param part reads from the first to the last of them, and is closed at the end
     */
    VectoredRun(
            Path path,
            List<FileRange> ranges,
            ObjectReader part,
            IntFunction<ByteBuffer> allocate,
            Consumer<ByteBuffer> release,
            ReadStatistics statistics) {
        this.path = path;
        this.ranges = ranges;
        this.answers = ranges.stream()
                .map(range -> new CompletableFuture<ByteBuffer>())
                .toList();
        this.part = part;
        this.allocate = allocate;
        this.release = release;
        this.statistics = statistics;
        for (int i = 0; i < ranges.size(); i++) {
            ranges.get(i).setData(answers.get(i));
        }
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < ranges.size(); i++) {
                read(ranges.get(i), answers.get(i));
            }
        } catch (IOException e) {
            statistics.add(ReadStatistics.Event.FAILURES, 1);
            fail(Failures.at(path, e));
        } catch (RuntimeException | Error e) {
            // Of the caller's allocator, most likely: whoever waits for a future is told.
            fail(e);
        } finally {
            part.close();
        }
    }

    /** Ends it soon: futures that are not complete fail. */
    void giveUp() {
        givenUp = true;
        part.wakeUp();
        fail(givenUpFailure());
    }

    /** Ends it before it is run. */
    void refuse(IOException failure) {
        fail(failure);
        part.close();
    }

    private void fail(Throwable failure) {
        answers.forEach(answer -> answer.completeExceptionally(failure));
    }

    private void read(FileRange range, CompletableFuture<ByteBuffer> answer) throws IOException {
        if (givenUp) {
            throw givenUpFailure();
        }
        ByteBuffer buffer = allocate.apply(range.getLength());
        boolean taken = false;
        try {
            fill(range, buffer);
            statistics.readVectored(range.getLength());
            taken = answer.complete(buffer);
        } finally {
            if (!taken) {
                release.accept(buffer);
            }
        }
    }

    /** Buffers of pools may be larger than what was asked of them: the limit is where the range ends. */
    private void fill(FileRange range, ByteBuffer buffer) throws IOException {
        int start = buffer.position();
        buffer.limit(start + range.getLength());
        part.seek(range.getOffset());
        while (buffer.hasRemaining()) {
            if (part.read(buffer) == 0 && givenUp) {
                throw givenUpFailure();
            }
        }
        buffer.position(start);
    }

    private InterruptedIOException givenUpFailure() {
        return new InterruptedIOException("the stream was closed or unbuffered while it read ranges of " + path);
    }
}
