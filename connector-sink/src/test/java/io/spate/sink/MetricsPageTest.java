package io.spate.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of the sink's metrics says what the code does. */
final class MetricsPageTest {
    private static final String WRITE = "spate.docs.write";
    private static final String COMMAND = "mvn -pl connector-sink -am test -Dtest=MetricsPageTest -D" + WRITE
            + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void docs_metricsPage_isWhatItsTableSays() throws IOException {
        Path page = root().resolve("docs/metrics-sink.md");
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, MetricsPage.render());
        }

        assertThat(page)
                .as("regenerate docs/metrics-sink.md with: %s", COMMAND)
                .content()
                .isEqualTo(MetricsPage.render());
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

    /** The folder of the whole project, wherever below it the tests run. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("connector-sink/src"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
