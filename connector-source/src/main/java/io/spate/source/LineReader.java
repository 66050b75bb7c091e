package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

import io.spate.engine.ByteRange;

/**
 * Finds the lines that start in a range. A line that starts at the very start of the range is one of them, which only
 * the delimiter in front of it can tell; a line goes on past the end of the range for as long as it takes.
 *
 * <pre>
 *   object   |......................D|..........D.....D......|...D..........|
 *   range                            |start               end|
 *   lines                            [----------][----][---------]
 *   buffer                                       ^start   ^scanned    ^limit    origin = offset of buffer[0]
 * </pre>
 */
final class LineReader<T> implements RecordReader<T> {
    /** How far past the end of a range the last line is expected to go. */
    static final int LOOKAHEAD = 64 << 10;

    private static final int BUFFER = 128 << 10;

    private final RecordInput input;
    private final ByteRange range;
    private final RecordEnd delimiter;
    private final int maxLength;
    private final LineDecoder<T> decoder;
    /** {@link Long#MAX_VALUE} until it is known. */
    private long objectLength;

    private byte[] buffer;
    private long origin;
    private int start;
    private int scanned;
    private int limit;
    private boolean atLineStart;
    private long lineOffset = -1;

    /** @param maxLength bytes of a line without its delimiter */
    LineReader(
            RecordInput input,
            ByteRange range,
            long position,
            RecordEnd delimiter,
            int maxLength,
            LineDecoder<T> decoder) {
        this.input = input;
        this.range = range;
        this.delimiter = delimiter;
        this.maxLength = maxLength;
        this.decoder = decoder;
        this.objectLength = input.length();
        this.atLineStart = position > range.start() || position == 0;
        this.origin = atLineStart ? position : delimiter.firstTouched(range.start());
        this.buffer = new byte[(int) Math.min(BUFFER, Math.max(0, objectLength - origin))];
        input.seek(origin);
    }

    @Override
    public Outcome next(Consumer<? super T> out) throws IOException {
        if (!atLineStart) {
            Outcome outcome = skipToLineStart();
            if (outcome != Outcome.UNIT) {
                return outcome;
            }
        }
        if (origin + start >= Math.min(range.end(), objectLength)) {
            return Outcome.END;
        }
        return line(out);
    }

    @Override
    public long position() {
        return atLineStart ? origin + start : range.start();
    }

    @Override
    public long unitOffset() {
        return lineOffset;
    }

    private Outcome line(Consumer<? super T> out) throws IOException {
        int end = find();
        while (end < 0 && origin + limit < objectLength) {
            checkLength(limit - start - delimiter.length());
            if (!fill()) {
                return Outcome.WOKEN;
            }
            end = find();
        }
        if (end < 0 && start == limit) {
            return Outcome.END;
        }
        if (end < 0) {
            emit(limit, limit, out);
        } else {
            emit(delimiter.trimmedEnd(buffer, start, end), end + delimiter.length(), out);
        }
        return Outcome.UNIT;
    }

    private void emit(int end, int next, Consumer<? super T> out) throws IOException {
        checkLength(end - start);
        int first = start;
        lineOffset = origin + first;
        // Before decoding, so that a record that cannot be decoded is passed all the same.
        start = next;
        scanned = next;
        decoder.decode(input.info().uri(), lineOffset, buffer, first, end - first, out);
    }

    /** Passes the line that belongs to the range before. {@code END} if no line starts in this range. */
    private Outcome skipToLineStart() throws IOException {
        int end = find();
        while (end < 0) {
            start = scanned;
            if (origin + start + delimiter.length() >= Math.min(range.end(), objectLength)) {
                return Outcome.END;
            }
            if (!fill()) {
                return Outcome.WOKEN;
            }
            end = find();
        }
        start = end + delimiter.length();
        scanned = start;
        atLineStart = true;
        return Outcome.UNIT;
    }

    private int find() {
        int found = delimiter.indexOf(buffer, scanned, limit, origin);
        if (found < 0) {
            scanned = Math.max(scanned, limit - delimiter.length() + 1);
        }
        return found;
    }

    /** Reads more into the buffer, moving and growing it as needed. False if the input was woken up. */
    private boolean fill() throws IOException {
        makeRoom();
        long next = origin + limit;
        long expectedEnd = range.end() + LOOKAHEAD;
        int room = buffer.length - limit;
        int count = input.read(buffer, limit, next < expectedEnd ? (int) Math.min(room, expectedEnd - next) : room);
        if (count < 0 && objectLength == Long.MAX_VALUE) {
            objectLength = next;
            return true;
        }
        if (count < 0) {
            throw new EOFException(
                    "read " + input.info().uri() + ": it ended at " + next + " of " + objectLength + " bytes");
        }
        limit += count;
        return count > 0;
    }

    private void makeRoom() {
        if (limit < buffer.length) {
            return;
        }
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, limit - start);
            origin += start;
            scanned -= start;
            limit -= start;
            start = 0;
        } else {
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8));
        }
    }

    private void checkLength(int length) throws IOException {
        if (length > maxLength) {
            throw new IOException("read " + input.info().uri() + ": the line at offset " + (origin + start)
                    + " is longer than " + maxLength
                    + " bytes; if that is right, raise scan.max-record-size of the table, or maxRecordLength(bytes) of the line"
                    + " format");
        }
    }
}
