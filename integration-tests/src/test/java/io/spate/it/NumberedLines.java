package io.spate.it;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines that start with their number, the rest of which a seed and the number give: one can tell if a line is right.
 *
 * @param longLines how many lines are long, the first ones
 */
record NumberedLines(long seed, int longLines) {
    private static final int LONGEST_TEXT = 160;
    private static final int LONGEST_TEXT_OF_LONG = 14_000;

    String line(int number) {
        SplittableRandom random = new SplittableRandom(seed ^ (31L * number));
        StringBuilder line = new StringBuilder().append(number).append(' ');
        int length = line.length() + random.nextInt(number < longLines ? LONGEST_TEXT_OF_LONG : LONGEST_TEXT);
        while (line.length() < length) {
            line.append((char) ('a' + random.nextInt(26)));
        }
        return line.toString();
    }

    static int numberOf(String line) {
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    /** An object of the lines of these numbers. */
    String text(int from, int to, boolean endsWithDelimiter) {
        List<String> lines = IntStream.range(from, to).mapToObj(this::line).toList();
        return lines.stream().collect(Collectors.joining("\n", "", endsWithDelimiter ? "\n" : ""));
    }
}
