package io.spate.engine;

/**
 * Makes the {@link ReadAhead}s of one object: what its reader needs to start again somewhere else.
 *
 * @param core what the reader is expected to read as a whole
 * @param touched the core and a little around it
 */
record ReadAheads(
        Transfer transfer,
        ReadVersion version,
        ReadWindow window,
        TransferResources resources,
        ByteRange core,
        ByteRange touched) {

    /** All that is expected, at full width from the start. */
    ReadAhead announced() {
        return ahead(window, core, touched, window.capacity());
    }

    /**
     * A read of which only the start is known. It begins with one range and ramps up, to the end of what is expected;
     * outside of that it asks for little at first.
     */
    ReadAhead from(long position) {
        if (position < touched.start() || position >= touched.end()) {
            ByteRange nothing = new ByteRange(position, position);
            return ahead(window, nothing, nothing, 1);
        }
        long end = Math.max(position, core.end());
        ByteRange rest = new ByteRange(Math.min(Math.max(position, core.start()), end), end);
        return ahead(window, rest, new ByteRange(position, touched.end()), 1);
    }

    /** Exactly these bytes, at full width, beside the sequence and in another window. */
    ReadAhead exactly(ByteRange range, ReadWindow other) {
        return ahead(other, range, range, other.capacity());
    }

    /** For a reader of a part of the same version. */
    ReadAheads part(ByteRange range, ReadWindow other) {
        return new ReadAheads(transfer, version, other, resources, range, range);
    }

    /** A window for reads beside the sequence. */
    ReadWindow newWindow() {
        return new ReadWindow(transfer.concurrency());
    }

    ObjectInfo info() {
        return version.info();
    }

    IoStats stats() {
        return transfer.stats();
    }

    long rangeSize() {
        return transfer.rangeSize();
    }

    private ReadAhead ahead(ReadWindow ranges, ByteRange whole, ByteRange around, int limit) {
        long position = around.start();
        RangePlanner planner = new RangePlanner(transfer.rangeSize(), info().length(), whole, around, position);
        return new ReadAhead(transfer, version, ranges, resources, planner, position, limit);
    }
}
