package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads ranges of one version of one object that are known before they are read, such as the columns of a file. Near ones
 * are joined, and as many are in flight as the window has room for: the first bytes are delivered before the last have
 * come. Each byte is read once; what was read is given back at once. Used by one thread.
 */
public final class ExpectedReads implements Closeable {
    /** Ranges with a gap up to here are joined, in bytes: cheaper than another request. */
    private static final long JOIN_GAP = 64 << 10;

    private final List<ObjectReader> parts = new ArrayList<>();
    private final List<ByteRange> ranges;

    /**
     * Sends nothing yet.
     *
     * @param ranges within the object, not empty, in any order
     * @param window may be shared with other readers
     */
    public ExpectedReads(ObjectReader reader, List<ByteRange> ranges, ReadWindow window) {
        List<ByteRange> sorted = ranges.stream()
                .sorted(Comparator.comparingLong(ByteRange::start))
                .toList();
        this.ranges = new ArrayList<>(RangePlanner.merge(sorted, JOIN_GAP, Long.MAX_VALUE));
        this.ranges.forEach(range -> parts.add(reader.part(range, window)));
    }

    /** Whether so many bytes from a position are among what was expected and is not read yet. */
    public boolean holds(long position, int length) {
        return indexOf(position, length) >= 0;
    }

    /** Fills a buffer with bytes that it holds, and fetches further ones ahead. */
    public void fill(long position, ByteBuffer target) throws IOException {
        int index = indexOf(position, target.remaining());
        ObjectReader part = parts.get(index);
        part.seek(position);
        while (target.hasRemaining()) {
            part.read(target);
            if (part.prefetch()) {
                prefetch();
            }
        }
        if (part.position() == ranges.get(index).end()) {
            part.close();
            parts.remove(index);
            ranges.remove(index);
        }
    }

    /** Starts as many requests as there is room for, without waiting. */
    public void prefetch() {
        for (ObjectReader part : parts) {
            if (!part.prefetch()) {
                return;
            }
        }
    }

    /** Gives up what is not read. */
    @Override
    public void close() {
        parts.forEach(ObjectReader::close);
        parts.clear();
        ranges.clear();
    }

    private int indexOf(long position, int length) {
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            if (position >= Math.max(range.start(), parts.get(i).position()) && position + length <= range.end()) {
                return i;
            }
        }
        return -1;
    }
}
