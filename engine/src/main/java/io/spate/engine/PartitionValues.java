package io.spate.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The values of one directory while it is parsed. Several tokens may give fields of one column, and have to agree. */
final class PartitionValues {
    private final List<Optional<String>> texts;
    private final List<Map<Integer, Integer>> dates = new ArrayList<>();
    private final boolean[] known;
    private boolean contradicting;

    PartitionValues(int columns) {
        this.texts = new ArrayList<>();
        this.known = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            texts.add(Optional.empty());
            dates.add(new TreeMap<>());
        }
    }

    void putText(int column, Optional<String> text) {
        texts.set(column, text);
        known[column] = true;
    }

    void putDate(int column, String pattern, String matched) {
        PartitionDate.fields(pattern, matched).forEach((field, number) -> {
            Integer before = dates.get(column).put(field, number);
            contradicting |= before != null && !before.equals(number);
        });
    }

    /** All of them; empty if they contradict each other, or some are no dates. */
    Optional<List<Optional<String>>> all() {
        List<Optional<String>> all = new ArrayList<>();
        for (int column = 0; column < known.length; column++) {
            Map<Integer, Integer> fields = dates.get(column);
            if (fields.isEmpty()) {
                all.add(texts.get(column));
                continue;
            }
            Optional<String> date = PartitionDate.text(fields);
            if (date.isEmpty() || known[column]) {
                return Optional.empty();
            }
            all.add(date);
        }
        return contradicting ? Optional.empty() : Optional.of(List.copyOf(all));
    }
}
