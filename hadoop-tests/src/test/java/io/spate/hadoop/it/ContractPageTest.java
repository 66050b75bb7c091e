package io.spate.hadoop.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page about Hadoop lists every test of Hadoop's that does not pass. */
final class ContractPageTest {
    private static final String BEGIN = "<!-- limits: generated, see ContractPageTest -->\n";
    private static final String END = "<!-- end of limits -->";
    private static final String WRITE = "spate.docs.write";
    private static final String COMMAND = "mvn -pl hadoop-tests -am test -Dtest=ContractPageTest -D" + WRITE
            + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void docs_tableOfLimits_isThatWhichTheTestsAreHeldTo() throws IOException {
        Path page = root().resolve("docs/hadoop.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("where '%s' is", BEGIN).isBetween(0, end);
        String expected = text.substring(0, begin) + BEGIN + table() + text.substring(end);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, expected);
        }

        assertThat(Files.readString(page)).as("regenerate docs/hadoop.md with: %s", COMMAND).isEqualTo(expected);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| test | reason |\n|---|---|\n");
        for (KnownLimit limit : KnownLimit.ALL) {
            table.append("| `").append(limit.test()).append("` | ").append(limit.reason()).append(" |\n");
        }
        return table.append('\n').toString();
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
