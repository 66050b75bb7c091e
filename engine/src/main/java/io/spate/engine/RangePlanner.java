package io.spate.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Plans which ranges a sequential read asks for. Pure.
 *
 * <p>A read has a core, which it will read as a whole, and touches perhaps a little before and after it, as a reader of
 * lines does whose first and last line cross the border. The core is cut into pieces of the range size; what is touched
 * outside goes with the first and the last piece, so a core of N bytes costs {@code ceil(N / rangeSize)} requests:
 *
 * <pre>
 *   touched   |-------------------------------|
 *   core        |---------------------------|
 *   ranges    [           )[        )[        )    then, if the read goes on, [small) [larger  ) ...
 * </pre>
 */
final class RangePlanner {
    private static final long FIRST_BEYOND = 256 << 10;

    private final long rangeSize;
    private final long length;
    private final ByteRange core;
    private final ByteRange touched;
    private long position;
    private long beyond;

    /**
     * @param length of the object
     * @param position of the first byte that is wanted; need not lie within what is touched
     */
    RangePlanner(long rangeSize, long length, ByteRange core, ByteRange touched, long position) {
        if (touched.start() > core.start() || touched.end() < core.end() || touched.end() > length) {
            throw new IllegalArgumentException(
                    "core " + core + " must lie within " + touched + " and that within " + length + " bytes");
        }
        this.rangeSize = rangeSize;
        this.length = length;
        this.core = core;
        this.touched = touched;
        this.position = position;
        this.beyond = Math.min(rangeSize, FIRST_BEYOND);
    }

    /** Whether all that is expected to be read has been planned. */
    boolean isExpectedPlanned() {
        return position >= touched.end() || position < touched.start();
    }

    /** Whether the plan still holds when the read goes on here, with nothing in flight. */
    boolean canMoveTo(long target) {
        return target == position || (target > position && target < touched.end());
    }

    void moveTo(long target) {
        position = target;
    }

    /** The range that {@link #next()} will give. Not empty. */
    ByteRange peek() {
        return new ByteRange(position, isExpectedPlanned() ? Math.min(length, position + beyond) : endWithin());
    }

    ByteRange next() {
        ByteRange range = peek();
        if (isExpectedPlanned()) {
            beyond = Math.min(rangeSize, beyond * 2);
        }
        position = range.end();
        return range;
    }

    private long endWithin() {
        long pieces = Math.max(0, position - core.start()) / rangeSize + 1;
        long end = core.start() + pieces * rangeSize;
        return end >= core.end() ? touched.end() : end;
    }

    /**
     * Joins ranges with small gaps between them into fewer, larger ones, none of more than {@code most} bytes unless a
     * single one is.
     *
     * @param sorted by start
     */
    static List<ByteRange> merge(List<ByteRange> sorted, long gap, long most) {
        List<ByteRange> merged = new ArrayList<>();
        ByteRange last = null;
        for (ByteRange range : sorted) {
            boolean near = last != null && range.start() - last.end() <= gap;
            long end = last == null ? 0 : Math.max(last.end(), range.end());
            if (near && (end == last.end() || end - last.start() <= most)) {
                last = new ByteRange(last.start(), end);
                merged.set(merged.size() - 1, last);
            } else {
                last = range;
                merged.add(last);
            }
        }
        return merged;
    }
}
