package io.spate.bulk;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class ProgressTest {
    private final StringWriter shown = new StringWriter();

    @Test
    void update_terminal_drawsOverTheLine() {
        Progress progress = new Progress(new PrintWriter(shown), true);

        progress.waiting("starting Flink");
        progress.update("reading", new Moved(1, 3_000_000, 2), 6_000_000);

        assertThat(shown.toString())
                .isEqualTo("\r\u001b[Kstarting Flink ..."
                        + "\r\u001b[Kreading   [############............]  50 %  1 object, 3.0 MB, 1.5 MB/s");
    }

    @Test
    void update_noTerminal_showsOnlyTheEnd() {
        Progress progress = new Progress(new PrintWriter(shown), false);

        progress.waiting("starting Flink");
        progress.update("reading", new Moved(1, 10, 1), 100);
        progress.end("reading", new Moved(2, 1500, 12.34));
        progress.clear();

        assertThat(shown).hasToString("reading: 2 objects, 1.5 kB, 12.34 s\n");
    }
}
