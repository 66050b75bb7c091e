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

    /** What the options of a table say. */
    static ErrorPolicy of(TableOptions options) {
        return switch (options.get(TableOption.ON_ERROR)) {
            case FAIL -> new Fail();
            case SKIP -> new Skip();
            case DEAD_LETTER ->
                deadLetter(options.get(TableOption.DEAD_LETTER_PATH).orElseThrow());
        };
    }
}
