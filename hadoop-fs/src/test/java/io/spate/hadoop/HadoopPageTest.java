package io.spate.hadoop;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import io.spate.engine.GeneratedPage;
import io.spate.engine.Option;

/** The table of options in the page about Hadoop says what the code does. */
final class HadoopPageTest {
    private static final String BEGIN = "<!-- options: generated, see HadoopPageTest -->\n";
    private static final String END = "<!-- end of options -->";
    private static final GeneratedPage PAGE = new GeneratedPage("docs/hadoop.md", "hadoop-fs", "HadoopPageTest");

    @Test
    void docs_tableOfOptions_isWhatTheCodeSays() throws IOException {
        PAGE.requirePart(BEGIN, END, table());
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
}
