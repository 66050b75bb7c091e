package io.spate.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the partitions of a table are directories below its path: the values of its columns, as texts, to a directory and
 * back. Without a template it is that of Hive: {@code day=2026-11-30/country=fr/}.
 *
 * <p>A template has text, {@code /}, and for each column either {@code {column}}, or one or more of {@code {column:PATTERN}}
 * with {@code yyyy}, {@code MM}, {@code dd}, {@code HH}, {@code mm}, {@code ss}, and any other characters between them. The
 * text of such a column is a date such as {@code 2026-11-30}, or with an hour in the pattern a time such as {@code 2026-11-30
 * 12:00:00}.
 *
 * <p>Characters that paths cannot have are written as {@code %XX}, as Hive and Flink do. A column without a value, or of an
 * empty text, is {@link #NO_VALUE}; both are read as no value. All other values are read as they were written. Immutable.
 */
public final class PartitionLayout implements Serializable {
    /** What stands for a column without a value. */
    public static final String NO_VALUE = "__HIVE_DEFAULT_PARTITION__";

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // List.copyOf makes lists that can be serialised
    private final List<String> columns;

    @SuppressWarnings("serial")
    private final List<PartitionToken> tokens;

    private final String text;
    private final Pattern regex;

    private PartitionLayout(List<String> columns, List<PartitionToken> tokens, String text) {
        this.columns = List.copyOf(columns);
        this.tokens = List.copyOf(tokens);
        this.text = text;
        this.regex = Pattern.compile(
                tokens.stream().map(PartitionToken::regex).collect(Collectors.joining()) + "/", Pattern.DOTALL);
    }

    /**
     * The layout of a table.
     *
     * @param columns those of its partitions, at least one
     * @param template empty for that of Hive
     * @throws IllegalArgumentException if the template is malformed, leaves out a column or names another one; or if what it
     *     writes could be read in several ways
     */
    public static PartitionLayout of(List<String> columns, Optional<String> template) {
        if (template.isPresent()) {
            PartitionTemplate parsed = new PartitionTemplate(columns, template.get());
            return new PartitionLayout(columns, parsed.tokens(), template.get());
        }
        List<PartitionToken> tokens = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            String start = column == 0 ? "" : "/";
            tokens.add(new PartitionToken.Text(start + PartitionEscape.escape(columns.get(column)) + "="));
            tokens.add(new PartitionToken.Value(column, false));
        }
        return new PartitionLayout(
                columns, tokens, columns.stream().map(name -> name + "=...").collect(Collectors.joining("/")));
    }

    /** The columns, in the order of values. */
    public List<String> columns() {
        return columns;
    }

    /** How many directories lie in each other. */
    public int depth() {
        return 1
                + (int) tokens.stream()
                        .filter(PartitionToken.Text.class::isInstance)
                        .flatMapToInt(
                                token -> ((PartitionToken.Text) token).text().chars())
                        .filter(c -> c == '/')
                        .count();
    }

    /**
     * The directory of a partition, with a slash at its end and none at its start.
     *
     * @param values one for each column, in their order
     * @throws IllegalArgumentException naming column and value, if that is no date though the template has a pattern for
     *     it, or has more than the pattern can tell, such as minutes
     */
    public String directory(List<Optional<String>> values) {
        if (values.size() != columns.size()) {
            throw new IllegalArgumentException("expected " + columns.size() + " values, not " + values.size());
        }
        String directory =
                tokens.stream().map(token -> token.format(values, columns)).collect(Collectors.joining()) + "/";
        checkDates(directory, values);
        return directory;
    }

    /**
     * The values of the columns, in their order, of the partition that a key lies in.
     *
     * @param keyBelow the key without the path of the table
     * @return empty if it lies in no directory of this layout
     */
    public Optional<List<Optional<String>>> values(String keyBelow) {
        Matcher matcher = regex.matcher(keyBelow);
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        PartitionValues values = new PartitionValues(columns.size());
        int group = 1;
        for (PartitionToken token : tokens) {
            if (!(token instanceof PartitionToken.Text)) {
                token.parse(matcher.group(group++), values);
            }
        }
        return values.all();
    }

    /** The template, or the form of directories in Hive. */
    @Override
    public String toString() {
        return text;
    }

    /** A date is written by parts: no part of it may get lost. */
    private void checkDates(String directory, List<Optional<String>> values) {
        if (tokens.stream().noneMatch(PartitionToken.Date.class::isInstance)) {
            return;
        }
        List<Optional<String>> read = values(directory).orElseThrow();
        for (PartitionToken token : tokens) {
            if (token instanceof PartitionToken.Date date) {
                Optional<String> value = values.get(date.column()).filter(text -> !text.isEmpty());
                if (!value.flatMap(PartitionDate::parse)
                        .equals(read.get(date.column()).flatMap(PartitionDate::parse))) {
                    throw new IllegalArgumentException("column '" + columns.get(date.column()) + "' = '"
                            + value.orElse("") + "' cannot be told from its directory '" + directory
                            + "': give 'partition.template' = '" + this + "' a finer pattern, or round the value");
                }
            }
        }
    }
}
