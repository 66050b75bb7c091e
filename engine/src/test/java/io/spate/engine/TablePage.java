package io.spate.engine;

import java.util.stream.Collectors;

/** Writes the table of options in {@code docs/sql.md}. */
final class TablePage {
    static final String BEGIN = "<!-- Generated from io.spate.engine.TableOption by TablePageTest: begin -->\n";
    static final String END = "<!-- Generated: end -->";

    private TablePage() {}

    static String render() {
        return TableOption.ALL.stream()
                .map(TablePage::row)
                .collect(Collectors.joining("", "| option | type | default | what it does |\n|---|---|---|---|\n", ""));
    }

    private static String row(Option<?> option) {
        String type = option.typeName().contains("|")
                ? "`" + option.typeName().replace(" | ", "`, `") + "`"
                : option.typeName();
        return "| `" + option.key() + "` | " + type + " | " + option.defaultText() + " | " + option.sentence() + " |\n";
    }
}
