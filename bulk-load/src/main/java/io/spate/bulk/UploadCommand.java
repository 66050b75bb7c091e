package io.spate.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.spate.engine.PathPattern;

/** A command about open uploads, and how it is told which. */
abstract class UploadCommand extends EngineCommand {
    static final String CLOCK =
            "Ages are reckoned with the clock of this machine, and the time that the store says an upload was begun.";
    static final String OWN =
            "Own uploads are those whose key ends as the sink makes it unless told otherwise: a UUID, '-',"
                    + " a counter, and perhaps an extension.";

    @Parameters(
            paramLabel = "URI",
            description = "spate://bucket, spate://bucket/prefix, or a pattern, as for spate ls -R.")
    private String uri;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = Age.class,
            description = "Only those begun at least so long ago: 90min, 36h, 7d, 2w.")
    private Optional<Duration> olderThan = Optional.empty();

    @Option(
            names = "--pattern",
            paramLabel = "GLOB",
            description = "Only those whose whole key matches, such as **/*.parquet.")
    private Optional<String> glob = Optional.empty();

    @Option(names = "--json", description = "Print a JSON object per line.")
    private boolean json;

    final Optional<Duration> olderThan() {
        return olderThan;
    }

    final PathPattern paths() {
        return parse(uri);
    }

    final UploadFilter filter(PathPattern paths) {
        return new UploadFilter(paths, glob.map(this::keys), olderThan, Instant.now());
    }

    final UploadPrinter printer() {
        return new UploadPrinter(out(), err(), json);
    }

    private Predicate<String> keys(String pattern) {
        if (pattern.isBlank()) {
            throw wrong("--pattern is blank: leave it out to mean all keys");
        }
        try {
            return PathPattern.wholeKeys(pattern);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private PathPattern parse(String pattern) {
        try {
            return PathPattern.parse(pattern);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }
}
