package io.spate.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectWriter;

/**
 * Writes a file that becomes visible, as a whole, when it is closed, and never after a write that failed. Nothing can be
 * flushed before that: {@code flush}, {@code hflush} and {@code hsync} do nothing, and it says so if asked. Used by one thread
 * at a time, but for {@link #abort()}.
 *
 * <p>Small writes are put together first, so that most of them take no lock; counters are plain fields, which others may see
 * late.
 */
final class SpateOutputStream extends OutputStream implements Abortable, IOStatisticsSource, StreamCapabilities {
    /** What becomes of the bytes. Called under the lock of the writer. */
    interface Destination {
        /** So many bytes were taken. */
        default void wrote(int count) {}

        /** Everything was written: makes the file what it is to be. Called once. */
        void accept(ObjectWriter writer) throws IOException;

        /** Nothing is to come of it: aborts what the store has. */
        void giveUp(ObjectWriter writer) throws IOException;
    }

    private record Aborted(boolean alreadyClosed, IOException anyCleanupException) implements AbortableResult {}

    private static final long PROGRESS_BYTES = 4L << 20;
    /** Writes below this are put together: above, another copy of the bytes costs more than the lock. */
    private static final int SMALL_BYTES = 512;

    private static final int TOGETHER_BYTES = 8 << 10;

    private final Path path;
    private final ObjectWriter writer;
    private final Destination destination;
    private final Progressable progress;
    private final IOStatistics statistics = IOStatisticsBinding.dynamicIOStatistics()
            .withLongFunctionCounter(StreamStatisticNames.STREAM_WRITE_BYTES, key -> bytesWritten())
            .withLongFunctionCounter(StreamStatisticNames.STREAM_WRITE_EXCEPTIONS, key -> failures())
            .build();
    private final byte[] together = new byte[TOGETHER_BYTES];
    private int waiting;
    private long bytes;
    private long failures;
    private long sinceProgress;
    private Optional<Exception> failure = Optional.empty();
    private volatile boolean closed;

    SpateOutputStream(Path path, ObjectWriter writer, Destination destination, Progressable progress) {
        this.path = path;
        this.writer = writer;
        this.destination = destination;
        this.progress = progress;
    }

    @Override
    public void write(int value) throws IOException {
        checkOpen();
        if (waiting == TOGETHER_BYTES) {
            sendTogether();
        }
        together[waiting++] = (byte) value;
        bytes++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        checkOpen();
        if (length >= SMALL_BYTES) {
            sendTogether();
            send(source, offset, length);
        } else {
            if (length > TOGETHER_BYTES - waiting) {
                sendTogether();
            }
            System.arraycopy(source, offset, together, waiting, length);
            waiting += length;
        }
        bytes += length;
    }

    private void sendTogether() throws IOException {
        int count = waiting;
        waiting = 0;
        if (count > 0) {
            send(together, 0, count);
        }
    }

    private void send(byte[] source, int offset, int length) throws IOException {
        synchronized (writer) {
            checkOpen();
            try {
                writer.write(source, offset, length);
            } catch (IOException e) {
                writeFailed(e);
                throw Failures.at(path, e);
            } catch (RuntimeException e) {
                writeFailed(e);
                throw e;
            }
            destination.wrote(length);
        }
        tellProgress(length);
    }

    /** Makes the file visible. Idempotent. Fails, and makes nothing visible, if a write has failed. */
    @Override
    public void close() throws IOException {
        synchronized (writer) {
            if (closed) {
                return;
            }
            try {
                requireNoFailure();
                sendTogether();
                closed = true;
                destination.accept(writer);
            } catch (IOException | RuntimeException e) {
                closed = true;
                giveUp(e);
                throw e;
            }
        }
    }

    private void requireNoFailure() throws IOException {
        if (failure.isPresent()) {
            throw new IOException(
                    "a write to " + path + " has failed, so the file is not made: "
                            + failure.get().getMessage(),
                    failure.get());
        }
    }

    /** Nothing comes of the file, whatever was written. */
    @Override
    public AbortableResult abort() {
        synchronized (writer) {
            if (closed) {
                return new Aborted(true, null);
            }
            closed = true;
            try {
                destination.giveUp(writer);
                return new Aborted(false, null);
            } catch (IOException e) {
                return new Aborted(false, e);
            }
        }
    }

    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case ABORTABLE_STREAM, IOSTATISTICS -> true;
            default -> false;
        };
    }

    @Override
    public IOStatistics getIOStatistics() {
        return statistics;
    }

    private void writeFailed(Exception e) {
        failure = failure.or(() -> Optional.of(e));
        failures++;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("the stream is closed: " + path);
        }
    }

    private long bytesWritten() {
        return bytes;
    }

    private long failures() {
        return failures;
    }

    private void tellProgress(int count) {
        sinceProgress += count;
        if (sinceProgress >= PROGRESS_BYTES) {
            sinceProgress = 0;
            progress.progress();
        }
    }

    /** An upload that nobody will complete must not stay. */
    private void giveUp(Exception reason) {
        try {
            destination.giveUp(writer);
        } catch (IOException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }
}
