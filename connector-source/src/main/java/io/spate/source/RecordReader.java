package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** Reads the records of one range of one object. Used by one thread. */
public interface RecordReader<T> extends Closeable {
    /** What became of a call of {@link #next}. */
    enum Outcome {
        /** One unit was read: what lies between two positions, and thus all or nothing of it is in a checkpoint. */
        UNIT,
        /** The range has no more units. */
        END,
        /** The input was woken up before a unit was complete. Nothing is lost; the next call goes on. */
        WOKEN
    }

    /**
     * Reads the next unit.
     *
     * @param out takes its records, of which there may be none or many; nothing unless this returns {@code UNIT}
     * @throws BadRecordException if the bytes of a unit are no record, but reading can go on behind it: the position is
     *     there already, and what was given to {@code out} is dropped
     * @throws IOException if the bytes are no records, naming the object and the offset; or as the input threw it
     */
    Outcome next(Consumer<? super T> out) throws IOException;

    /**
     * The offset of the next unit in the object: where reading resumes after a restore. It reaches the end of the range
     * when the last unit is read, and not before.
     */
    long position();

    /**
     * How much lies between {@link #position()} and the next unit, 0 or more, as the format counts it: rows of a block,
     * or bytes of what was compressed. Always 0 for formats that can begin at every unit.
     */
    default long skip() {
        return 0;
    }

    /**
     * Where the unit that was read last starts, in bytes from the start of the object, or of what is compressed in it; -1
     * for formats whose units lie at no place of their own, and before the first.
     */
    default long unitOffset() {
        return -1;
    }

    /** About how many bytes the unit that was read last takes; 0 where that is how far the position moved. */
    default long unitBytes() {
        return 0;
    }

    /** Gives back what the reader holds beside its input. */
    @Override
    default void close() throws IOException {}
}
