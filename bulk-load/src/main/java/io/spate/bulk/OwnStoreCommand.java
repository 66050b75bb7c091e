package io.spate.bulk;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/** A command that starts a store in this process, and takes the options of the engine except those that lead to one. */
abstract class OwnStoreCommand extends EngineCommand {
    private static final String OF_BUCKET = SpateOptions.BUCKET_PREFIX + DemoStore.BUCKET + ".";
    private static final Set<String> CONNECTION = Stream.of(
                    Option.ENDPOINT,
                    Option.REGION,
                    Option.PATH_STYLE,
                    Option.CREDENTIALS,
                    Option.ACCESS_KEY,
                    Option.SECRET_KEY,
                    Option.SESSION_TOKEN)
            .map(Option::key)
            .collect(Collectors.toSet());

    /** All options must be right, and none of them may lead to another store. */
    final void checkOptions() {
        for (String key : options().asMap().keySet()) {
            if (CONNECTION.contains(key.startsWith(OF_BUCKET) ? key.substring(OF_BUCKET.length()) : key)) {
                throw wrong("option '" + key + "' cannot be set for a demo, which starts a store of its own;"
                        + " to list a store of yours, use: spate ls");
            }
        }
    }
}
