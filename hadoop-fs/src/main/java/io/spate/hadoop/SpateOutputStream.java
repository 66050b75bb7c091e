package io.spate.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectWriter;

/**
 * Writes a file that becomes visible, as a whole, when it is closed, and never after a write that failed. Nothing can be
 * flushed before that: {@code flush}, {@code hflush} and {@code hsync} do nothing, and it says so if asked. Used by one thread
 * at a time, but for {@link #abort()}.
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

    private final Path path;
    private final ObjectWriter writer;
    private final Destination destination;
    private final Progressable progress;
    private final IOStatisticsStore statistics = IOStatisticsBinding.iostatisticsStore()
            .withCounters(StreamStatisticNames.STREAM_WRITE_BYTES, StreamStatisticNames.STREAM_WRITE_EXCEPTIONS)
            .build();
    private final byte[] single = new byte[1];
    private long sinceProgress;
    private Optional<Exception> failure = Optional.empty();
    private boolean closed;

    SpateOutputStream(Path path, ObjectWriter writer, Destination destination, Progressable progress) {
        this.path = path;
        this.writer = writer;
        this.destination = destination;
        this.progress = progress;
    }

    @Override
    public void write(int value) throws IOException {
        single[0] = (byte) value;
        write(single, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        synchronized (writer) {
            if (closed) {
                throw new IOException("the stream is closed: " + path);
            }
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
        statistics.incrementCounter(StreamStatisticNames.STREAM_WRITE_BYTES, length);
        tellProgress(length);
    }

    /** Makes the file visible. Idempotent. Fails, and makes nothing visible, if a write has failed. */
    @Override
    public void close() throws IOException {
        synchronized (writer) {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (failure.isPresent()) {
                    throw new IOException(
                            "a write to " + path + " has failed, so the file is not made: "
                                    + failure.get().getMessage(),
                            failure.get());
                }
                destination.accept(writer);
            } catch (IOException | RuntimeException e) {
                giveUp(e);
                throw e;
            }
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
        statistics.incrementCounter(StreamStatisticNames.STREAM_WRITE_EXCEPTIONS);
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
