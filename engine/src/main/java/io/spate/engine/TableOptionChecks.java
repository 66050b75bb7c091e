package io.spate.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Refuses options of a table that are malformed in themselves, or do not go together.
 *
 * @param written all of them as they are written, those of the format too
 */
record TableOptionChecks(TableOptions options, Map<String, String> written) {
    private static final String NO_QUOTES = "csv.disable-quote-character";

    /** Formats with records that are found by their bytes; others come in blocks of their own. */
    private static final Set<String> OF_BLOCKS = Set.of("avro", "parquet", "orc");

    private static final List<Option<?>> ROWS_ONLY = List.of(
            TableOption.CHARSET,
            TableOption.MAX_RECORD_SIZE,
            TableOption.ON_ERROR,
            TableOption.DEAD_LETTER_PATH,
            TableOption.SCAN_COMPRESSION,
            TableOption.SINK_COMPRESSION);

    /** @throws IllegalArgumentException naming option, value, and what to do */
    void check() {
        options.paths().forEach(path -> parse(TableOption.PATH, path, PathPattern::parse));
        options.get(TableOption.INCLUDE).forEach(glob -> parse(TableOption.INCLUDE, glob, PathPattern::wholeKeys));
        options.get(TableOption.EXCLUDE).forEach(glob -> parse(TableOption.EXCLUDE, glob, PathPattern::wholeKeys));
        checkFormat();
        checkQuotes();
        checkTimes();
        checkDeadLetters();
        checkErrors();
    }

    private void checkFormat() {
        TableKeys keys = new TableKeys(options.format(), Optional.empty());
        for (Option<?> option : List.of(TableOption.CSV_HEADER, TableOption.CSV_MULTILINE)) {
            if (options.has(option)) {
                keys.otherFormat(option.key()).ifPresent(other -> keys.check(option.key()));
            }
        }
        if (OF_BLOCKS.contains(options.format())) {
            ROWS_ONLY.stream().filter(this::isChanged).findFirst().ifPresent(option -> {
                throw conflict(
                        option,
                        "is for formats of rows such as csv and json, but 'format' = '" + options.format() + "'",
                        isCompression(option) ? "take '" + ownCompression() + "'" : "remove it");
            });
        }
    }

    private void checkQuotes() {
        boolean disabled =
                Boolean.parseBoolean(written.getOrDefault(NO_QUOTES, "").strip());
        if (disabled && options.get(TableOption.CSV_MULTILINE)) {
            throw conflict(
                    TableOption.CSV_MULTILINE,
                    "needs quotes around line ends, but '" + NO_QUOTES + "' = 'true'",
                    "remove one of them");
        }
    }

    private void checkTimes() {
        if (options.get(TableOption.MONITOR_INTERVAL).isEmpty()) {
            for (Option<?> option : List.of(TableOption.STARTUP, TableOption.DISCOVERY_WINDOW)) {
                if (isChanged(option)) {
                    throw conflict(
                            option,
                            "is for tables without an end",
                            "add '" + TableOption.MONITOR_INTERVAL + "' = '10 s', or remove it");
                }
            }
        }
        options.get(TableOption.MODIFIED_AFTER)
                .flatMap(after -> options.get(TableOption.MODIFIED_BEFORE).filter(before -> !before.isAfter(after)))
                .ifPresent(before -> {
                    throw conflict(
                            TableOption.MODIFIED_BEFORE,
                            "is not later than '" + TableOption.MODIFIED_AFTER + "' = '"
                                    + options.text(TableOption.MODIFIED_AFTER) + "', so nothing would be read",
                            "change one of them");
                });
    }

    private void checkDeadLetters() {
        boolean wanted = options.get(TableOption.ON_ERROR) == TableOption.OnError.DEAD_LETTER;
        boolean given = options.has(TableOption.DEAD_LETTER_PATH);
        if (wanted && !given) {
            throw conflict(
                    TableOption.ON_ERROR,
                    "needs a place to write to",
                    "add '" + TableOption.DEAD_LETTER_PATH + "' = 'spate://bucket/prefix/'");
        }
        if (given && !wanted) {
            throw conflict(
                    TableOption.DEAD_LETTER_PATH,
                    "is only written to by '" + TableOption.ON_ERROR + "' = 'dead-letter'",
                    "add that, or remove the path");
        }
        options.get(TableOption.DEAD_LETTER_PATH)
                .ifPresent(path -> parse(TableOption.DEAD_LETTER_PATH, path, ObjectUri::parse));
    }

    /** A format that passes over bad rows leaves none for the other policies. */
    private void checkErrors() {
        String ignored = options.format() + ".ignore-parse-errors";
        boolean handled = options.get(TableOption.ON_ERROR) != TableOption.OnError.FAIL;
        if (handled && Boolean.parseBoolean(written.getOrDefault(ignored, "").strip())) {
            throw conflict(
                    TableOption.ON_ERROR,
                    "does not see the rows that '" + ignored + "' = 'true' lets pass",
                    "remove one of them");
        }
    }

    private <T> boolean isChanged(Option<T> option) {
        return options.has(option) && !options.get(option).equals(option.defaultValue());
    }

    /** The option of a format of blocks that does what ours does for rows. */
    private String ownCompression() {
        return switch (options.format()) {
            case "orc" -> "orc.compress";
            case "avro" -> "avro.codec";
            default -> options.format() + ".compression";
        };
    }

    private static boolean isCompression(Option<?> option) {
        return option == TableOption.SCAN_COMPRESSION || option == TableOption.SINK_COMPRESSION;
    }

    private static void parse(Option<?> option, String value, Consumer<String> parser) {
        try {
            parser.accept(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + option + "' = '" + value + "': " + e.getMessage(), e);
        }
    }

    private IllegalArgumentException conflict(Option<?> option, String reason, String remedy) {
        return new IllegalArgumentException(
                "option '" + option + "' = '" + options.text(option) + "' " + reason + ": " + remedy);
    }
}
