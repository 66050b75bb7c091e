package io.spate.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of options says what the code does. */
class OptionsPageTest {
    private static final String WRITE = "spate.docs.write";
    private static final String COMMAND =
            "mvn -pl engine test -Dtest=OptionsPageTest -D" + WRITE + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void docs_optionsPage_isWhatTheTableOfOptionsSays() throws IOException {
        Path page = root().resolve("docs/options.md");
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, OptionsPage.render());
        }

        assertThat(page)
                .as("regenerate docs/options.md with: %s", COMMAND)
                .content()
                .isEqualTo(OptionsPage.render());
    }

    @Test
    void docs_optionsPage_namesEveryOptionOnce() {
        for (Option<?> option : Option.ALL) {
            assertThat(OptionsPage.render()).containsOnlyOnce("\n| `" + option.key() + "` | ");
        }
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
