package io.spate.source;

/** Line feeds that are not part of a quoted field. They can only be found from the start of an object. */
final class CsvRecordEnd implements RecordEnd {
    private final CsvQuotes quotes;

    CsvRecordEnd(CsvDialect dialect) {
        this.quotes = new CsvQuotes(dialect);
    }

    @Override
    public int length() {
        return 1;
    }

    @Override
    public int indexOf(byte[] buffer, int from, int to, long origin) {
        return quotes.recordEnd(buffer, from, to);
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
