package io.spate.source;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import io.spate.engine.GeneratedPage;
import io.spate.engine.IoStat;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of metrics says what the code does. */
class MetricsPageTest {
    private static final GeneratedPage PAGE =
            new GeneratedPage("docs/metrics.md", "connector-source", "MetricsPageTest");

    @Test
    void docs_metricsPage_isWhatTheTableOfStatisticsSays() throws IOException {
        PAGE.requireText(MetricsPage.render());
    }

    @Test
    void docs_metricsPage_namesEveryRowOnce() {
        for (IoStat stat : IoStat.values()) {
            assertThat(MetricsPage.render()).containsOnlyOnce("\n| `" + stat.key() + "` | ");
        }
    }
}
