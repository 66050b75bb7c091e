package io.spate.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param settings of the session, as {@code SET} would make them
 * @param statements given on the command line; none if there is a file
 * @param file with statements, {@code -} for standard input; none if nobody named one
 * @param help whether only help is wanted
 */
record ShellArguments(Map<String, String> settings, Optional<String> statements, Optional<String> file, boolean help) {
    static final String USAGE =
            """
            Usage: spate sql [-D KEY=VALUE]... [FILE]             runs the statements of a file, or of standard input
                   spate sql [-D KEY=VALUE]... -e STATEMENTS      runs these statements, which is one argument in quotes

            Without FILE and -e, and at a terminal, it asks for statements. Each ends with ';'. The first one that fails
            ends a script with exit code 1; wrong arguments give 2.

            It is Flink SQL in this process, with 'connector' = 'spate' and the formats csv, json, raw, avro, parquet, orc,
            debezium-json and canal-json. Other jars come by ADD JAR 'FILE';

            -D KEY=VALUE is SET 'KEY' = 'VALUE'; before the first statement. Options of docs/options.md hold for all tables
            with 'spate.' before their keys, such as
              -D spate.endpoint=http://127.0.0.1:9099
            Without credentials among them, the environment is asked (AWS_ACCESS_KEY_ID, ...).

            Queries run to their end, one after another, so that a result is one table. For tables that go on:
              SET 'execution.runtime-mode' = 'streaming';    objects then appear with checkpoints, every 10 s
              SET 'table.dml-sync' = 'false';                INSERT returns at once, and ends with this process
            Cells are cut after 100 characters: SET 'table.display.max-column-width' = '200';
            SPATE_JAVA_OPTS adds options for the JVM.""";

    ShellArguments {
        settings = Map.copyOf(settings);
    }

    /** @throws IllegalArgumentException if they make no sense, with one line that says why */
    static ShellArguments parse(String... args) {
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> statements = new ArrayList<>();
        List<String> files = new ArrayList<>();
        boolean help = false;
        Iterator<String> words = Arrays.asList(args).iterator();
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "-h", "--help" -> help = true;
                case "-e", "--execute" -> statements.add(valueOf(word, words));
                case "-D" -> addSetting(settings, valueOf(word, words));
                default -> addOther(settings, files, word);
            }
        }
        if (files.size() > 1) {
            throw new IllegalArgumentException("one FILE at most, but there are " + files.size() + ": " + files);
        }
        if (!files.isEmpty() && !statements.isEmpty()) {
            throw new IllegalArgumentException("either -e or a FILE, not both: " + files.get(0));
        }
        return new ShellArguments(
                settings,
                statements.isEmpty() ? Optional.empty() : Optional.of(String.join("\n;\n", statements)),
                files.stream().findFirst(),
                help);
    }

    private static void addOther(Map<String, String> settings, List<String> files, String word) {
        if (word.startsWith("-D")) {
            addSetting(settings, word.substring(2));
        } else if (word.startsWith("-") && !word.equals("-")) {
            throw new IllegalArgumentException("unknown option '" + word + "'");
        } else {
            files.add(word);
        }
    }

    private static void addSetting(Map<String, String> settings, String setting) {
        int equals = setting.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("-D needs KEY=VALUE, but got '" + setting + "'");
        }
        settings.put(
                setting.substring(0, equals).strip(),
                setting.substring(equals + 1).strip());
    }

    private static String valueOf(String option, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException("option '" + option + "' needs a value");
        }
        return words.next();
    }
}
