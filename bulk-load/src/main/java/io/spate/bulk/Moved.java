package io.spate.bulk;

/**
 * How much a step of a demo has done.
 *
 * @param seconds since the step began
 */
record Moved(long objects, long bytes, double seconds) {
    /** Such as {@code 1 object, 3.2 MB}. */
    String amount() {
        return objects + (objects == 1 ? " object, " : " objects, ") + ByteSize.format(bytes);
    }

    /** Such as {@code 120.3 MB/s}. */
    String rate() {
        return ByteSize.format((long) (bytes / Math.max(seconds, 1e-3))) + "/s";
    }
}
