package io.spate.table;

import java.util.Map;
import java.util.stream.Collectors;

import org.apache.flink.configuration.ReadableConfig;

/** Options of the engine that hold for all tables of a session or cluster: {@code SET 'spate.endpoint' = '...'}. */
final class SessionOptions {
    private static final String PREFIX = "spate.";

    private SessionOptions() {}

    /** Those in a configuration, without the prefix {@code spate.}. */
    static Map<String, String> of(ReadableConfig configuration) {
        return configuration.toMap().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(PREFIX))
                .collect(Collectors.toMap(entry -> entry.getKey().substring(PREFIX.length()), Map.Entry::getValue));
    }
}
