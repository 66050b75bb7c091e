package io.spate.engine;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of tables has the options that the code has. */
class TablePageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("docs/sql.md", "engine", "TablePageTest");

    @Test
    void docs_sqlPage_hasTheTableOfOptions() throws IOException {
        PAGE.requirePart(TablePage.BEGIN, TablePage.END, TablePage.render());
    }

    @Test
    void docs_sqlPage_namesEveryOptionOnce() {
        for (Option<?> option : TableOption.ALL) {
            assertThat(TablePage.render()).containsOnlyOnce("\n| `" + option.key() + "` | ");
        }
    }
}
