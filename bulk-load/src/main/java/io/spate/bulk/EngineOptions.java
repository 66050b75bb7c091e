package io.spate.bulk;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.spate.engine.SpateOptions;

/** The options of the engine, as every command takes them: from a file, and one by one, which wins. */
final class EngineOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-o", "--option"},
            paramLabel = "KEY=VALUE",
            description = "Sets an option of docs/options.md, for one bucket as bucket.NAME.KEY. Repeatable.")
    private List<String> given = List.of();

    @Option(names = "--config", paramLabel = "FILE", description = "Reads options from a properties file; -o wins.")
    private Optional<Path> config = Optional.empty();

    /** The checked options; a wrong one is wrong usage. */
    SpateOptions resolve() {
        return resolve(Map.of());
    }

    /** The checked options, together with some that nobody may set. */
    SpateOptions resolve(Map<String, String> fixed) {
        // Those of the line come first, so the first that is wrong is one of the file only if those are right.
        Map<String, String> line = new LinkedHashMap<>();
        given.forEach(option -> add(option, line));
        line.putAll(fixed);
        Map<String, String> values = new LinkedHashMap<>(line);
        config.ifPresent(file -> read(file).forEach(values::putIfAbsent));
        try {
            return SpateOptions.of(values);
        } catch (IllegalArgumentException e) {
            String where = config.filter(file -> isRight(line))
                    .map(file -> "in '" + file + "': ")
                    .orElse("");
            throw wrong(where + e.getMessage(), e);
        }
    }

    private void add(String option, Map<String, String> values) {
        int equals = option.indexOf('=');
        if (equals < 1) {
            throw wrong("'-o " + option + "' has no value: expected -o KEY=VALUE, such as -o read.range-size=8m", null);
        }
        values.put(option.substring(0, equals), option.substring(equals + 1));
    }

    private static boolean isRight(Map<String, String> values) {
        try {
            SpateOptions.of(values);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private ParameterException wrong(String message, Exception cause) {
        return new ParameterException(command.commandLine(), message, cause);
    }

    private Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (CharacterCodingException e) {
            throw wrong("cannot read the options in '" + file + "': it is no text in UTF-8", e);
        } catch (IOException e) {
            throw wrong("cannot read the options in '" + file + "': " + Failure.describe(e), e);
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "cannot read the options in '" + file + "': a \\u is not followed by four hexadecimal digits", e);
        }
        Map<String, String> values = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return values;
    }
}
