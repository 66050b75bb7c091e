package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

import io.spate.engine.ObjectReader;
import io.spate.engine.RandomReads;
import io.spate.hadoop.ReadStatistics.Event;

/**
 * Reads one version of one file. No request is sent before the first read, and seeking sends none.
 *
 * <p>What moves the position is for one thread at a time. Positioned and vectored reads may be called by any number of
 * threads at once, also beside that one, and move nothing.
 */
final class SpateInputStream extends FSInputStream
        implements ByteBufferReadable,
                ByteBufferPositionedReadable,
                CanUnbuffer,
                CanSetReadahead,
                CanSetDropBehind,
                StreamCapabilities,
                IOStatisticsSource {
    /** A read of no more is filled, as far as the file goes, for callers that do not ask again. */
    private static final int FILL_AT_MOST = 128 << 10;

    private static final Set<String> CAPABILITIES = Set.of(
            StreamCapabilities.READAHEAD,
            StreamCapabilities.UNBUFFER,
            StreamCapabilities.VECTOREDIO,
            StreamCapabilities.READBYTEBUFFER,
            StreamCapabilities.PREADBYTEBUFFER,
            StreamCapabilities.IOSTATISTICS,
            StreamCapabilities.IOSTATISTICS_CONTEXT);

    private final OpenedFile file;
    private final long length;
    private final ObjectReader reader;
    private final ReadPattern pattern;
    private final RandomReads random;
    private final VectoredReads vectored;
    private final ReadStatistics statistics;
    private final IOStatistics live;
    private final IOStatisticsAggregator aggregator;
    private final StreamLeak leak;
    private final Cleaner.Cleanable cleanable;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final byte[] single = new byte[1];
    private long position;

    SpateInputStream(OpenedFile file) {
        this(file, StreamLeak.logged(file.path(), file.reader()));
    }

    SpateInputStream(OpenedFile file, StreamLeak leak) {
        this.file = file;
        this.length = file.length();
        this.reader = file.reader();
        this.pattern = new ReadPattern(file.policy(), length, file.minimum());
        this.random = new RandomReads(reader, file.minimum());
        this.statistics = new ReadStatistics(file.statistics());
        this.live = statistics.live();
        this.vectored = new VectoredReads(file.path(), reader, file.executor(), statistics, file.windows());
        this.aggregator = IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator();
        this.leak = leak;
        this.cleanable = leak.watch(this);
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        return read(ByteBuffer.wrap(target, offset, count));
    }

    /** At the end of the file -1, and the target is left as it was; also when it fails. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        checkOpen();
        if (!target.hasRemaining()) {
            return 0;
        }
        if (position >= length) {
            return -1;
        }
        int start = target.position();
        try {
            int count = pattern.isRandomAt(position) ? random.fill(position, target) : readSequence(target);
            // Another thread may have closed it meanwhile, and then there is no telling which bytes these are.
            checkOpen();
            boolean changed = pattern.read(position, count);
            position += count;
            statistics.read(count);
            if (changed) {
                statistics.add(Event.PATTERN_CHANGES, 1);
                leaveOther();
            }
            return count;
        } catch (IOException e) {
            target.position(start);
            throw failure(e);
        } catch (RuntimeException e) {
            target.position(start);
            requireNotClosedMeanwhile(e);
            throw e;
        }
    }

    @Override
    public int read(long from, byte[] target, int offset, int count) throws IOException {
        validatePositionedReadArgs(from, target, offset, count);
        return read(from, ByteBuffer.wrap(target, offset, count));
    }

    @Override
    public int read(long from, ByteBuffer target) throws IOException {
        checkOpen();
        checkNotNegative(from);
        if (!target.hasRemaining()) {
            return 0;
        }
        if (from >= length) {
            return -1;
        }
        try {
            int count = random.fill(from, target);
            statistics.readBeside(count);
            return count;
        } catch (IOException e) {
            throw failure(e);
        } catch (IllegalStateException e) {
            requireNotClosedMeanwhile(e);
            throw e;
        }
    }

    @Override
    public void readFully(long from, byte[] target, int offset, int count) throws IOException {
        validatePositionedReadArgs(from, target, offset, count);
        readFully(from, ByteBuffer.wrap(target, offset, count));
    }

    @Override
    public void readFully(long from, ByteBuffer target) throws IOException {
        checkOpen();
        checkNotNegative(from);
        if (target.hasRemaining() && target.remaining() > length - from) {
            throw new EOFException("cannot read " + target.remaining() + " bytes at " + from + " of " + file.path()
                    + ", which has " + length);
        }
        read(from, target);
    }

    @Override
    public int minSeekForVectorReads() {
        return VectoredReads.JOIN_GAP;
    }

    @Override
    public int maxReadSizeForVectorReads() {
        return VectoredReads.JOINED_AT_MOST;
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        readVectored(ranges, allocate, buffer -> {});
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        checkOpen();
        vectored.read(ranges, allocate, release);
    }

    @Override
    public void seek(long target) throws IOException {
        checkOpen();
        checkNotNegative(target);
        if (target > length) {
            throw new EOFException(
                    "cannot seek to " + target + " in " + file.path() + ", which has " + length + " bytes");
        }
        countSeek(target - position);
        position = target;
    }

    @Override
    public long skip(long count) throws IOException {
        checkOpen();
        long skipped = Math.max(0, Math.min(count, length - position));
        statistics.add(Event.SKIPS, 1);
        statistics.add(Event.BYTES_SKIPPED, skipped);
        position += skipped;
        return skipped;
    }

    @Override
    public long getPos() {
        return position;
    }

    /** What is left of the file, as HDFS has it: there are callers that take 0 for the end. */
    @Override
    public int available() throws IOException {
        checkOpen();
        return (int) Math.min(Integer.MAX_VALUE, length - position);
    }

    /** False: there is one source. */
    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }

    /** Gives up what is in flight, of vectored reads too, and all memory. Reading goes on afterwards. */
    @Override
    public void unbuffer() {
        if (!closed.get()) {
            statistics.add(Event.UNBUFFERED, 1);
            statistics.flush();
            vectored.giveUp();
            random.forget();
            reader.seek(position);
            reader.release();
        }
    }

    /** Does nothing: how much is read ahead follows from the read policy and the memory there is. */
    @Override
    public void setReadahead(Long bytes) {}

    /** Does nothing: what was read is not kept. */
    @Override
    public void setDropBehind(Boolean drop) {}

    @Override
    public boolean hasCapability(String capability) {
        return CAPABILITIES.contains(capability.toLowerCase(Locale.ROOT));
    }

    @Override
    public IOStatistics getIOStatistics() {
        statistics.flush();
        return live;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            vectored.giveUp();
            random.forget();
            statistics.add(Event.CLOSED, 1);
            statistics.flush();
            aggregator.aggregate(live);
            leak.closed();
            cleanable.clean();
        }
    }

    @Override
    public String toString() {
        return "stream of " + file.path() + " at " + position + " of " + length + " bytes, " + file.policy() + ": "
                + live;
    }

    private int readSequence(ByteBuffer target) throws IOException {
        int wanted = (int) Math.min(target.remaining(), length - position);
        boolean whole = false;
        try {
            reader.seek(position);
            int count = reader.read(target);
            while (count < wanted && wanted <= FILL_AT_MOST) {
                count += reader.read(target);
            }
            whole = true;
            return count;
        } finally {
            if (!whole && !closed.get()) {
                // What has failed is not tried again by itself: the next read starts over.
                reader.release();
            }
        }
    }

    /** Memory of the way of reading that is over. */
    private void leaveOther() {
        if (pattern.isRandomAt(position)) {
            reader.release();
        } else {
            random.forget();
        }
    }

    private void countSeek(long distance) {
        statistics.flush();
        statistics.add(Event.SEEKS, 1);
        if (distance != 0) {
            statistics.add(distance > 0 ? Event.SEEKS_FORWARD : Event.SEEKS_BACKWARD, 1);
            statistics.add(distance > 0 ? Event.BYTES_FORWARD : Event.BYTES_BACKWARD, Math.abs(distance));
        }
    }

    private IOException failure(IOException e) {
        statistics.add(Event.FAILURES, 1);
        return Failures.at(file.path(), e);
    }

    private void requireNotClosedMeanwhile(RuntimeException e) throws IOException {
        if (closed.get()) {
            throw new IOException("stream was closed while it was read: " + file.path(), e);
        }
    }

    private void checkNotNegative(long from) throws EOFException {
        if (from < 0) {
            throw new EOFException("a negative position, " + from + ", in " + file.path());
        }
    }

    private void checkOpen() throws IOException {
        if (closed.get()) {
            throw new IOException("stream is closed: " + file.path());
        }
    }
}
