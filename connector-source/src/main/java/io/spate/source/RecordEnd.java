package io.spate.source;

/** What lies between two records. */
interface RecordEnd {
    /** How many bytes it has. */
    int length();

    /**
     * Looks for one that lies completely in {@code [from, to)}. The bytes of an object are passed in order, none but the
     * last {@link #length()} - 1 of them twice.
     *
     * @param origin the offset of the start of the buffer in the object
     * @return where it starts, or -1
     */
    int indexOf(byte[] buffer, int from, int to, long origin);

    /** The end of a record that this follows at {@code end}: less, if a carriage return goes with it. */
    int trimmedEnd(byte[] buffer, int start, int end);

    /** Where reading a range starts, so that an end of a record right in front of it is seen. */
    long firstTouched(long rangeStart);
}
