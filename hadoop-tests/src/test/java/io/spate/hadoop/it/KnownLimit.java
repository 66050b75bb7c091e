package io.spate.hadoop.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One of Hadoop's tests that does not pass, and why.
 *
 * @param test class of this module and method, as {@code Class#method}
 * @param reason for the reader of {@code docs/hadoop.md}
 */
record KnownLimit(String test, String reason) {
    static final String RESOURCE = "known-limits.tsv";

    /** All, in the order of the table. */
    static final List<KnownLimit> ALL = read();

    static Optional<KnownLimit> of(String test) {
        return ALL.stream().filter(limit -> limit.test().equals(test)).findFirst();
    }

    /** Whether the test runs several times, and passes some of them. */
    boolean isOfSomeParameters() {
        return reason.startsWith("For some parameters");
    }

    private static List<KnownLimit> read() {
        try (InputStream in = KnownLimit.class.getResourceAsStream("/" + RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(KnownLimit::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KnownLimit parse(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != 2 || columns[1].isBlank()) {
            throw new IllegalArgumentException(RESOURCE + ": not a test, a tab and a reason: " + line);
        }
        return new KnownLimit(columns[0], columns[1]);
    }
}
