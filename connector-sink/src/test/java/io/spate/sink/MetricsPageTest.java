package io.spate.sink;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import io.spate.engine.GeneratedPage;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of the sink's metrics says what the code does. */
final class MetricsPageTest {
    private static final GeneratedPage PAGE =
            new GeneratedPage("docs/metrics-sink.md", "connector-sink", "MetricsPageTest");

    @Test
    void docs_metricsPage_isWhatItsTableSays() throws IOException {
        PAGE.requireText(MetricsPage.render());
    }

    @Test
    void docs_metricsPage_namesWhatAWriterRegisters() throws IOException {
        SinkFixture fixture = new SinkFixture();
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            assertThat(writer).isNotNull();
            assertThat(MetricsPage.ROWS)
                    .extracting(MetricsPage.Row::name)
                    .containsExactlyInAnyOrderElementsOf(fixture.metrics().names());
        }
    }
}
