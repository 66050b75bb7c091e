package io.spate.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import io.spate.engine.Option;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of options in the page about Hadoop says what the code does. */
final class HadoopPageTest {
    private static final String BEGIN = "<!-- options: generated, see HadoopPageTest -->\n";
    private static final String END = "<!-- end of options -->";
    private static final String WRITE = "spate.docs.write";
    private static final String COMMAND = "mvn -pl hadoop-fs -am test -Dtest=HadoopPageTest -D" + WRITE
            + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void docs_tableOfOptions_isWhatTheCodeSays() throws IOException {
        Path page = root().resolve("docs/hadoop.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("where '%s' is", BEGIN).isNotNegative().isLessThan(end);
        String expected = text.substring(0, begin) + BEGIN + table() + text.substring(end);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, expected);
        }

        assertThat(page)
                .as("regenerate docs/hadoop.md with: %s", COMMAND)
                .content()
                .isEqualTo(expected);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| option | default | what it says |\n|---|---|---|\n");
        for (Option<?> option : FileSystemOptions.ALL) {
            table.append("| `fs.spate.")
                    .append(option.key())
                    .append("` | ")
                    .append(option.defaultText())
                    .append(" | ")
                    .append(option.sentence())
                    .append(" |\n");
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
