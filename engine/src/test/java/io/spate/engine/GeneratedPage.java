package io.spate.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A page of the documents, or a part of one, that is generated from what the code says. A test holds the page to it, and writes
 * it if it runs with {@code -Dspate.docs.write=true}. Asserts by JUnit alone, since there are several versions of AssertJ on the
 * class paths that it is on.
 *
 * @param page below the folder of the project
 * @param module of the test
 * @param test its simple name
 */
public record GeneratedPage(String page, String module, String test) {
    private static final String WRITE = "spate.docs.write";

    /** The page is this text. */
    public void requireText(String expected) throws IOException {
        Path file = root().resolve(page);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(file, expected);
        }

        assertEquals(
                expected,
                Files.readString(file),
                "regenerate " + page + " with: mvn -pl " + module + " -am test -Dtest=" + test + " -D" + WRITE
                        + "=true -Dsurefire.failIfNoSpecifiedTests=false");
    }

    /** What is between two marks, of which each is there once, is this text. */
    public void requirePart(String begin, String end, String expected) throws IOException {
        String text = Files.readString(root().resolve(page));
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        assertTrue(from >= 0 && from < to, "there must be '" + begin + "', and then '" + end + "', in " + page);
        requireText(text.substring(0, from) + begin + expected + text.substring(to));
    }

    /** The folder of the whole project, wherever below it the tests run. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("engine/src"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
