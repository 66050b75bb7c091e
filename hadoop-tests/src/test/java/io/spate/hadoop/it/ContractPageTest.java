package io.spate.hadoop.it;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import io.spate.engine.GeneratedPage;

/** The page about Hadoop lists every test of Hadoop's that does not pass. */
final class ContractPageTest {
    private static final String BEGIN = "<!-- limits: generated, see ContractPageTest -->\n";
    private static final String END = "<!-- end of limits -->";
    private static final GeneratedPage PAGE = new GeneratedPage("docs/hadoop.md", "hadoop-tests", "ContractPageTest");

    @Test
    void docs_tableOfLimits_isThatWhichTheTestsAreHeldTo() throws IOException {
        PAGE.requirePart(BEGIN, END, table());
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| test | reason |\n|---|---|\n");
        for (KnownLimit limit : KnownLimit.ALL) {
            table.append("| `")
                    .append(limit.test())
                    .append("` | ")
                    .append(limit.reason())
                    .append(" |\n");
        }
        return table.append('\n').toString();
    }
}
