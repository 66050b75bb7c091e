package io.spate.source;

/**
 * Follows the bytes of CSV from the start of a record, as Flink's parser does: a quote opens a field only where the field
 * starts, two quotes in it are one, and the byte behind an escape character stands for itself. Elsewhere a quote is a byte
 * like any other.
 */
final class CsvQuotes {
    private enum State {
        FIELD_START,
        PLAIN,
        QUOTED,
        /** A quote in a quoted field: its end, or the first of two. */
        CLOSED,
        COMMENT
    }

    private final CsvDialect dialect;
    private final int separator;
    private final int quote;
    private final int escape;
    private State state;
    private boolean escaped;
    private boolean atRecordStart;
    private boolean returned;
    private boolean strayReturn;

    CsvQuotes(CsvDialect dialect) {
        this.dialect = dialect;
        this.separator = dialect.separator();
        this.quote = dialect.quote();
        this.escape = dialect.escape();
        reset();
    }

    /** Goes to the start of a record. */
    void reset() {
        state = State.FIELD_START;
        atRecordStart = true;
        escaped = false;
        returned = false;
        strayReturn = false;
    }

    /** Follows bytes up to a line feed that ends the record, and returns where that is, or -1. */
    int recordEnd(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n' && !isOpen()) {
                reset();
                return i;
            }
            follow(bytes[i]);
        }
        return -1;
    }

    /** Follows a record that has no line feed outside of quotes. */
    void follow(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            follow(bytes[i]);
        }
    }

    /** Whether the record goes on behind a line feed. */
    boolean isOpen() {
        return escaped || state == State.QUOTED;
    }

    /** Whether a carriage return was seen outside of quotes that was neither in front of a line feed nor the last byte. */
    boolean hasStrayReturn() {
        return strayReturn;
    }

    private void follow(byte b) {
        strayReturn |= returned && b != '\r';
        returned = b == '\r' && !escaped && state != State.QUOTED && state != State.COMMENT;
        if (escaped) {
            escaped = false;
            atRecordStart = false;
            return;
        }
        state = switch (state) {
            case FIELD_START -> atFieldStart(b);
            case PLAIN, CLOSED -> state == State.CLOSED && b == quote ? State.QUOTED : outside(b);
            case QUOTED -> quoted(b);
            case COMMENT -> State.COMMENT;
        };
        atRecordStart = isIndentation(b);
    }

    private State atFieldStart(byte b) {
        if (b == quote) {
            return State.QUOTED;
        }
        if (atRecordStart && dialect.comments() && b == '#') {
            return State.COMMENT;
        }
        return isIndentation(b) || isTrimmed(b) ? State.FIELD_START : outside(b);
    }

    /** Where there may be comments, the parser passes spaces in front of a record, be it one or not. */
    private boolean isIndentation(byte b) {
        return atRecordStart && dialect.comments() && b == ' ';
    }

    /** As the parser has it: control characters count as spaces, unless they separate fields or end the record. */
    private boolean isTrimmed(byte b) {
        return dialect.trimsSpaces() && b >= 0 && b <= ' ' && b != '\r' && b != '\n' && b != separator && b != escape;
    }

    private State outside(byte b) {
        escaped = b == escape;
        return b == separator ? State.FIELD_START : State.PLAIN;
    }

    private State quoted(byte b) {
        if (b == quote) {
            return State.CLOSED;
        }
        escaped = b == escape;
        return State.QUOTED;
    }
}
