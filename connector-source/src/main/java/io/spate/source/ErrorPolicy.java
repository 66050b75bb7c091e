package io.spate.source;

import java.io.Serializable;

import io.spate.engine.ObjectUri;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/** What becomes of records that cannot be decoded. */
sealed interface ErrorPolicy extends Serializable {
    /** The first one fails the job. */
    record Fail() implements ErrorPolicy {}

    /** They are left out. */
    record Skip() implements ErrorPolicy {}

    /**
     * They are left out, and written down.
     *
     * @param directory below which, its key empty or with a slash at its end
     */
    record DeadLetter(ObjectUri directory) implements ErrorPolicy {}

    /**
     * Writes them down below a path.
     *
     * @throws IllegalArgumentException if the path is malformed
     */
    static ErrorPolicy deadLetter(String path) {
        ObjectUri uri = ObjectUri.parse(path);
        boolean isDirectory = uri.key().isEmpty() || uri.key().endsWith("/");
        return new DeadLetter(isDirectory ? uri : new ObjectUri(uri.bucket(), uri.key() + "/"));
    }

    /**
     * What the options of a table say.
     *
     * @throws IllegalArgumentException if there is no path for dead letters, or one that has no use
     */
    static ErrorPolicy of(TableOptions options) {
        TableOption.OnError policy = options.get(TableOption.ON_ERROR);
        if (options.has(TableOption.DEAD_LETTER_PATH) != (policy == TableOption.OnError.DEAD_LETTER)) {
            throw new IllegalArgumentException(
                    "options '" + TableOption.ON_ERROR + "' = 'dead-letter' and '" + TableOption.DEAD_LETTER_PATH
                            + "' = 'spate://bucket/prefix/' belong together: set both or neither");
        }
        return switch (policy) {
            case FAIL -> new Fail();
            case SKIP -> new Skip();
            case DEAD_LETTER ->
                deadLetter(options.get(TableOption.DEAD_LETTER_PATH).orElseThrow());
        };
    }
}
