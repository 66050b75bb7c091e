package io.spate.source;

/** Line feeds that are not part of a quoted field. They can only be found from the start of an object, in UTF-8. */
final class CsvRecordEnd implements RecordEnd {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final CsvQuotes quotes;
    /** How many bytes of a byte order mark were passed at the start of the object, and none since. */
    private int passedOfMark;

    CsvRecordEnd(CsvDialect dialect) {
        this.quotes = new CsvQuotes(dialect);
    }

    @Override
    public int length() {
        return 1;
    }

    @Override
    public int indexOf(byte[] buffer, int from, int to, long origin) {
        return quotes.recordEnd(buffer, behindMark(buffer, from, to, origin), to);
    }

    /** Passes a byte order mark, or as much as is there: the first field starts behind it, and so may its quote. */
    private int behindMark(byte[] buffer, int from, int to, long origin) {
        int next = from;
        while (next < to && isNextOfMark(buffer[next], origin + next)) {
            next++;
            passedOfMark++;
        }
        if (next < to && passedOfMark > 0 && passedOfMark < BYTE_ORDER_MARK.length) {
            // It only began like one, so it is part of the field.
            quotes.follow(BYTE_ORDER_MARK, 0, passedOfMark);
            passedOfMark = BYTE_ORDER_MARK.length;
        }
        return next;
    }

    private boolean isNextOfMark(byte b, long offset) {
        return offset == passedOfMark && passedOfMark < BYTE_ORDER_MARK.length && b == BYTE_ORDER_MARK[passedOfMark];
    }

    @Override
    public int trimmedEnd(byte[] buffer, int start, int end) {
        return end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    }

    @Override
    public long firstTouched(long rangeStart) {
        return rangeStart;
    }
}
