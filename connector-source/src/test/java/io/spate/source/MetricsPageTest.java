package io.spate.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import io.spate.engine.IoStat;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of metrics says what the code does. */
class MetricsPageTest {
    private static final String WRITE = "spate.docs.write";
    private static final String COMMAND = "mvn -pl connector-source -am test -Dtest=MetricsPageTest -D" + WRITE
            + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void docs_metricsPage_isWhatTheTableOfStatisticsSays() throws IOException {
        Path page = root().resolve("docs/metrics.md");
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, MetricsPage.render());
        }

        assertThat(page)
                .as("regenerate docs/metrics.md with: %s", COMMAND)
                .content()
                .isEqualTo(MetricsPage.render());
    }

    @Test
    void docs_metricsPage_namesEveryRowOnce() {
        for (IoStat stat : IoStat.values()) {
            assertThat(MetricsPage.render()).containsOnlyOnce("\n| `" + stat.key() + "` | ");
        }
    }

    /** The folder of the whole project, wherever below it the tests run. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("connector-source/src"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
