package io.spate.engine;

/** Makes the {@link ReadAhead}s of one object: what its reader needs to start again somewhere else. */
record ReadAheads(Transfer transfer, ObjectInfo info, ReadWindow window, TransferResources resources) {
    /** A read of which only the start is known. It begins with one range and ramps up. */
    ReadAhead from(long position) {
        ByteRange rest = new ByteRange(position, info.length());
        return ahead(window, rest, rest, position, 1);
    }

    /** A read that was announced: at full width from the start. */
    ReadAhead announced(ByteRange core, ByteRange touched) {
        return ahead(window, core, touched, touched.start(), window.capacity());
    }

    /** Exactly these bytes, at full width, beside the sequence and in another window. */
    ReadAhead exactly(ByteRange range, ReadWindow other) {
        return ahead(other, range, range, range.start(), other.capacity());
    }

    /** A window for reads beside the sequence. */
    ReadWindow newWindow() {
        return new ReadWindow(transfer.concurrency());
    }

    IoStats stats() {
        return transfer.stats();
    }

    long rangeSize() {
        return transfer.rangeSize();
    }

    private ReadAhead ahead(ReadWindow ranges, ByteRange core, ByteRange touched, long position, int limit) {
        RangePlanner planner = new RangePlanner(transfer.rangeSize(), info.length(), core, touched, position);
        return new ReadAhead(transfer, info, ranges, resources, planner, position, limit);
    }
}
