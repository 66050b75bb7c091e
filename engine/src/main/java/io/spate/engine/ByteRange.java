package io.spate.engine;

import java.io.Serializable;

/** Bytes {@code start} (inclusive) to {@code end} (exclusive) of an object. May be empty. */
public record ByteRange(long start, long end) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ByteRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("no byte range: [" + start + ", " + end + ")");
        }
    }

    public long length() {
        return end - start;
    }

    public boolean isEmpty() {
        return start == end;
    }

    @Override
    public String toString() {
        return "[" + start + ", " + end + ")";
    }
}
