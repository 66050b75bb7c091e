package io.spate.bulk;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
    private final Map<String, String> given = new LinkedHashMap<>();

    @Option(names = "--config", paramLabel = "FILE", description = "Reads options from a properties file; -o wins.")
    private Optional<Path> config = Optional.empty();

    /** The checked options; a wrong one is wrong usage. */
    SpateOptions resolve() {
        return resolve(Map.of());
    }

    /** The checked options, together with some that nobody may set. */
    SpateOptions resolve(Map<String, String> fixed) {
        Map<String, String> values = new LinkedHashMap<>();
        config.ifPresent(file -> values.putAll(read(file)));
        values.putAll(given);
        values.putAll(fixed);
        try {
            return SpateOptions.of(values);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(
                    command.commandLine(), "cannot read the options in '" + file + "': " + Failure.describe(e), e);
        }
        Map<String, String> values = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return values;
    }
}
