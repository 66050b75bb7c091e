package io.spate.it;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * Lines that start with their number, which gives the bucket of each; a seed and the number give the rest: one can tell if
 * a line is right. Lines of some buckets are long, so that their objects get parts, and those of others do not.
 *
 * @param longBuckets how many of the buckets have long lines, the first ones
 */
record BucketedLines(long seed, int buckets, int longBuckets) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_TEXT = 160;
    private static final int LONGEST_TEXT_OF_LONG = 60_000;

    /** Without the line end. */
    String line(long number) {
        SplittableRandom random = new SplittableRandom(seed ^ (31 * number));
        StringBuilder line = new StringBuilder().append(number).append(' ');
        int length =
                line.length() + random.nextInt(number % buckets < longBuckets ? LONGEST_TEXT_OF_LONG : LONGEST_TEXT);
        char letter = (char) ('a' + random.nextInt(26));
        while (line.length() < length) {
            line.append((char) (letter + line.length() % 3));
        }
        return line.toString();
    }

    int bucketOf(String line) {
        return NumberedLines.numberOf(line) % buckets;
    }

    /** Whether it is the line that has its number. */
    boolean isRight(String line) {
        return line.equals(line(NumberedLines.numberOf(line)));
    }
}
