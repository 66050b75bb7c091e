package io.spate.it;

import java.util.BitSet;

import org.apache.flink.types.Row;

/** What {@link #QUERY} gives, taken row by row. Used by one thread. */
final class Totals {
    static final int LEAST_KIND = 400;
    static final String QUERY = "SELECT COUNT(*), MIN(id), MAX(id), COUNT(DISTINCT kind), SUM(amount),"
            + " SUM(CAST(CHAR_LENGTH(pad) AS BIGINT)) FROM t WHERE kind >= " + LEAST_KIND;

    private final BitSet kinds = new BitSet();
    private long count;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;
    private long amounts;
    private long pads;

    void add(long id, int kind, long amount, int pad) {
        if (kind >= LEAST_KIND) {
            count++;
            least = Math.min(least, id);
            greatest = Math.max(greatest, id);
            kinds.set(kind);
            amounts += amount;
            pads += pad;
        }
    }

    /** The same of so many objects that are alike. */
    Row times(long objects) {
        return Row.of(count * objects, least, greatest, (long) kinds.cardinality(), amounts * objects, pads * objects);
    }
}
