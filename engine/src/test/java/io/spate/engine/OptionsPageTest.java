package io.spate.engine;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of options says what the code does. */
class OptionsPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("docs/options.md", "engine", "OptionsPageTest");

    @Test
    void docs_optionsPage_isWhatTheTableOfOptionsSays() throws IOException {
        PAGE.requireText(OptionsPage.render());
    }

    @Test
    void docs_optionsPage_namesEveryOptionOnce() {
        for (Option<?> option : Option.ALL) {
            assertThat(OptionsPage.render()).containsOnlyOnce("\n| `" + option.key() + "` | ");
        }
    }
}
