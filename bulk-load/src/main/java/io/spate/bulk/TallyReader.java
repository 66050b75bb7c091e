package io.spate.bulk;

import java.io.IOException;
import java.util.function.Consumer;

import io.spate.engine.ByteRange;
import io.spate.source.RecordReader;

/**
 * Counts the lines of a range, many in one tally, and its bytes. A line belongs to the range in which it starts, bytes to
 * the range they are in: what a line has past the end of the range is counted by the next one, which passes over it.
 *
 * <pre>
 *   lines    ----------]-----------]-------------]------
 *   ranges   |...............|...............|.........|
 *   lines     first   second          third    fourth
 * </pre>
 */
final class TallyReader implements RecordReader<Tally> {
    private static final long BYTES_PER_TALLY = 256 << 10;

    private final RecordReader<String> lines;
    private final ByteRange range;
    private long position;
    private long countedTo;
    private long pendingLines;
    private boolean objectCounted;

    /** @param lines the lines of the range, from the position to which it was counted before */
    TallyReader(RecordReader<String> lines, ByteRange range) {
        this.lines = lines;
        this.range = range;
        this.position = lines.position();
        this.countedTo = Math.min(position, range.end());
        this.objectCounted = position > 0;
    }

    @Override
    public Outcome next(Consumer<? super Tally> out) throws IOException {
        Outcome outcome;
        do {
            outcome = lines.next(line -> pendingLines++);
        } while (outcome == Outcome.UNIT && lines.position() - countedTo < BYTES_PER_TALLY);
        boolean nothingLeft = pendingLines == 0 && countedTo == range.end() && objectCounted;
        if (outcome == Outcome.WOKEN || (outcome == Outcome.END && nothingLeft)) {
            return outcome;
        }
        out.accept(countTo(outcome == Outcome.END ? range.end() : Math.min(lines.position(), range.end())));
        return Outcome.UNIT;
    }

    /** Where the last tally ended; lines that are counted but in no tally yet are counted again after a restore. */
    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private Tally countTo(long end) {
        Tally tally = new Tally(objectCounted ? 0 : 1, pendingLines, end - countedTo);
        objectCounted = true;
        pendingLines = 0;
        countedTo = end;
        position = Math.max(lines.position(), end);
        return tally;
    }
}
