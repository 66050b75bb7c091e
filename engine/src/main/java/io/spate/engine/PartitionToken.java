package io.spate.engine;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A piece of the directory of a partition. All but {@link Text} are one group of the regular expression. */
sealed interface PartitionToken extends Serializable {
    String regex();

    String format(List<Optional<String>> values, List<String> columns);

    /** Takes the value of its column from what its group matched. */
    void parse(String matched, PartitionValues values);

    /** The same in all directories. */
    record Text(String text) implements PartitionToken {
        @Override
        public String regex() {
            return Pattern.quote(text);
        }

        @Override
        public String format(List<Optional<String>> values, List<String> columns) {
            return text;
        }

        @Override
        public void parse(String matched, PartitionValues values) {
            throw new IllegalStateException("text has no value");
        }
    }

    /**
     * The value of a column as it is.
     *
     * @param first whether it begins the name of a directory, which would hide it if it began with {@code _} or a dot
     */
    record Value(int column, boolean first) implements PartitionToken {
        @Override
        public String regex() {
            return "([^/]+)";
        }

        @Override
        public String format(List<Optional<String>> values, List<String> columns) {
            Optional<String> value = values.get(column).filter(text -> !text.isEmpty());
            return value.map(text -> PartitionEscape.escapeValue(text, first)).orElse(PartitionLayout.NO_VALUE);
        }

        @Override
        public void parse(String matched, PartitionValues values) {
            values.putText(
                    column,
                    matched.equals(PartitionLayout.NO_VALUE)
                            ? Optional.empty()
                            : Optional.of(PartitionEscape.unescape(matched)));
        }
    }

    /**
     * Some fields of the date or time of a column, within one directory.
     *
     * @param pattern of fields, all of a fixed width, and other characters
     */
    record Date(int column, String pattern) implements PartitionToken {
        @Override
        public String regex() {
            return "(" + PartitionDate.regex(pattern) + "|" + PartitionLayout.NO_VALUE + ")";
        }

        @Override
        public String format(List<Optional<String>> values, List<String> columns) {
            Optional<String> value = values.get(column).filter(text -> !text.isEmpty());
            if (value.isEmpty()) {
                return PartitionLayout.NO_VALUE;
            }
            return PartitionDate.parse(value.get())
                    .map(time -> PartitionDate.format(pattern, time))
                    .orElseThrow(() -> new IllegalArgumentException("column '" + columns.get(column) + "' = '"
                            + value.get() + "' is no date or time such as 2026-11-30 or 2026-11-30 12:00:00,"
                            + " which its pattern '" + pattern + "' of 'partition.template' needs"));
        }

        @Override
        public void parse(String matched, PartitionValues values) {
            if (matched.equals(PartitionLayout.NO_VALUE)) {
                values.putText(column, Optional.empty());
            } else {
                values.putDate(column, pattern, matched);
            }
        }
    }
}
