package io.spate.engine;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one version of one object: in sequence, with many ranges in flight ahead of the caller, or at any position.
 *
 * <p>Sequential reads deliver bytes in order, the first of a range before its last has come. Every request is pinned to
 * the version in {@link #info()}, or if that has no etag to the one that the first answer is of; if the object changes,
 * reads fail with {@code CHANGED} and never mix two versions.
 *
 * <p>The sequence is used by one thread at a time, except {@link #wakeUp()}. What is read beside it, which is {@link
 * #readFully}, {@link #readRanges} and {@link #part}, may be called by any number of threads at once, also while another
 * reads the sequence, and moves no position; a {@link #close()} at that time lets it end. A reader that is dropped without {@link #close()} is closed
 * and reported when it is garbage collected.
 */
public final class ObjectReader implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long SKIP_AT_MOST = 1 << 20;
    private static final long JOIN_GAP = 64 << 10;

    private final ReadAheads readAheads;
    private final Sequence sequence;
    private final Cleaner.Cleanable cleanable;
    private long position;
    private volatile boolean closed;

    ObjectReader(ReadAheads readAheads, ReadAhead first) {
        this.readAheads = readAheads;
        this.sequence = new Sequence(readAheads.info().uri(), readAheads.stats(), first);
        this.position = first.position();
        this.cleanable = CLEANER.register(this, sequence);
    }

    /** What is read; its etag may become known with the first answer. */
    public ObjectInfo info() {
        return readAheads.info();
    }

    /** The offset of the byte that {@link #read} delivers next. */
    public long position() {
        return position;
    }

    /**
     * Reads the next bytes in sequence, waiting for at least one.
     *
     * @return how many; -1 at the end of the object; 0 if {@code length} is 0 or {@link #wakeUp()} was called, and then
     *     a further call goes on as if nothing had happened
     * @throws StoreException when the store fails for good: {@code CHANGED} and {@code NOT_FOUND} for an object that is
     *     not what it was
     */
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        checkOpen();
        if (length == 0) {
            return 0;
        }
        int count = reposition() ? sequence.current.read(target, offset, length) : 0;
        if (count == 0) {
            sequence.woken = false;
        }
        position += Math.max(0, count);
        return count;
    }

    /**
     * The same into a buffer of any kind, which is moved on by what was read.
     *
     * @return how many; -1 at the end of the object; 0 if the buffer has no room or {@link #wakeUp()} was called
     */
    public int read(ByteBuffer target) throws IOException {
        checkOpen();
        if (!target.hasRemaining()) {
            return 0;
        }
        int count = reposition() ? sequence.current.read(target) : 0;
        if (count == 0) {
            sequence.woken = false;
        }
        position += Math.max(0, count);
        return count;
    }

    /**
     * Moves the sequence. What is in flight and not far ahead is kept; no request is sent before the next read.
     *
     * @param target 0 to the length of the object
     */
    public void seek(long target) {
        if (target < 0 || target > info().length()) {
            throw new IllegalArgumentException(
                    "cannot seek to " + target + " in " + info().uri() + " of " + info().length() + " bytes");
        }
        position = target;
    }

    /**
     * Starts as many ranges as window and memory allow now, without waiting and without delivering anything.
     *
     * @return whether all that this reader expects to read has been started
     */
    public boolean prefetch() {
        checkOpen();
        return sequence.current.prefetch();
    }

    /**
     * Fills the target from a position, apart from the sequence; fetches these bytes and no others.
     *
     * @throws EOFException if the object ends before
     */
    public void readFully(long from, byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        checkOpen();
        checkWithin(from, length);
        ReadAhead ahead = readAheads.exactly(new ByteRange(from, from + length), readAheads.newWindow());
        try {
            fill(ahead, target, offset, length);
        } finally {
            ahead.close();
        }
    }

    /** Fills a buffer of any kind from a position, see {@link #readFully(long, byte[], int, int)}. */
    public void readFully(long from, ByteBuffer target) throws IOException {
        checkOpen();
        checkWithin(from, target.remaining());
        ReadAhead ahead = readAheads.exactly(new ByteRange(from, from + target.remaining()), readAheads.newWindow());
        try {
            while (target.hasRemaining()) {
                ahead.read(target);
            }
        } finally {
            ahead.close();
        }
    }

    /**
     * Another reader of the same version, which fetches a range at full width and is closed by itself. It starts at the
     * first byte of the range.
     *
     * @param range not empty, within the object
     * @param window shared with other parts that are read at the same time
     */
    public ObjectReader part(ByteRange range, ReadWindow window) {
        checkOpen();
        ReadAheads part = readAheads.part(range, window);
        return new ObjectReader(part, part.announced());
    }

    /** Gives up what is in flight and all memory, as {@link #close()} does. Reading goes on afterwards where it was. */
    public void release() {
        checkOpen();
        sequence.current.close();
        sequence.current = readAheads.from(position);
    }

    /**
     * Reads several ranges at once, near ones in one request. The answers are in the order of the ranges.
     *
     * @param ranges within the object, each shorter than 2 GiB; may overlap
     */
    public List<ByteBuffer> readRanges(List<ByteRange> ranges) throws IOException {
        checkOpen();
        for (ByteRange range : ranges) {
            checkWithin(range.start(), range.length());
        }
        List<ByteRange> sorted = ranges.stream()
                .sorted(Comparator.comparingLong(ByteRange::start))
                .toList();
        List<ByteRange> joined = RangePlanner.merge(sorted, JOIN_GAP, readAheads.rangeSize());
        List<ByteBuffer> pieces = readAll(joined);
        List<ByteBuffer> answers = new ArrayList<>();
        for (ByteRange range : ranges) {
            int holder = 0;
            while (joined.get(holder).start() > range.start()
                    || joined.get(holder).end() < range.end()) {
                holder++;
            }
            int start = Math.toIntExact(range.start() - joined.get(holder).start());
            answers.add(pieces.get(holder).slice(start, Math.toIntExact(range.length())));
        }
        return answers;
    }

    /** Makes a {@link #read} that waits, or else the next one that would, return 0. May be called by any thread. */
    public void wakeUp() {
        sequence.woken = true;
        sequence.current.wakeUp();
    }

    /** Gives back memory and connections; what is in flight is broken off, not read to its end. Idempotent. */
    @Override
    public void close() {
        closed = true;
        sequence.closedByOwner = true;
        cleanable.clean();
    }

    /** False if it was woken up on the way. */
    private boolean reposition() throws IOException {
        if (sequence.current.position() == position) {
            return true;
        }
        if (sequence.current.canSkipTo(position, SKIP_AT_MOST)) {
            return sequence.current.skipTo(position);
        }
        sequence.current.close();
        sequence.current = readAheads.from(position);
        if (sequence.woken) {
            // It may have been for the one before.
            sequence.current.wakeUp();
        }
        return true;
    }

    private List<ByteBuffer> readAll(List<ByteRange> ranges) throws IOException {
        ReadWindow window = readAheads.newWindow();
        List<ReadAhead> aheads = new ArrayList<>();
        List<ByteBuffer> pieces = new ArrayList<>();
        try {
            for (ByteRange range : ranges) {
                aheads.add(readAheads.exactly(range, window));
            }
            for (int i = 0; i < ranges.size(); i++) {
                for (int next = i; next < ranges.size() && aheads.get(next).prefetch(); next++) {}
                byte[] piece = new byte[Math.toIntExact(ranges.get(i).length())];
                fill(aheads.get(i), piece, 0, piece.length);
                pieces.add(ByteBuffer.wrap(piece));
                aheads.get(i).close();
            }
            return pieces;
        } finally {
            aheads.forEach(ReadAhead::close);
        }
    }

    private static void fill(ReadAhead ahead, byte[] target, int offset, int length) throws IOException {
        int filled = 0;
        while (filled < length) {
            filled += ahead.read(target, offset + filled, length - filled);
        }
    }

    private void checkWithin(long from, long length) throws EOFException {
        if (from < 0 || length > info().length() - from) {
            throw new EOFException("cannot read " + length + " bytes at " + from + " of " + info().uri()
                    + ", which has " + info().length());
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the reader of " + info().uri() + " is closed");
        }
    }

    /** What a reader holds and has to give back: apart from it, so that it outlives a reader that was dropped. */
    private static final class Sequence implements Runnable {
        private final ObjectUri uri;
        private final IoStats stats;
        private final Throwable opened;
        private volatile ReadAhead current;
        private volatile boolean woken;
        private volatile boolean closedByOwner;

        Sequence(ObjectUri uri, IoStats stats, ReadAhead first) {
            this.uri = uri;
            this.stats = stats;
            this.current = first;
            this.opened = LOG.isDebugEnabled() ? new Throwable("opened here") : null;
        }

        @Override
        public void run() {
            current.close();
            if (!closedByOwner) {
                stats.increment(IoStat.LEAKED_READERS);
                LOG.warn(
                        "a reader of {} was never closed; debug logging of {} tells where it was opened",
                        uri,
                        ObjectReader.class.getName(),
                        opened);
            }
        }
    }
}
