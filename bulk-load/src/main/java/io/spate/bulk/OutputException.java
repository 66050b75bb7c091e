package io.spate.bulk;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** What was printed could not be written. */
final class OutputException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean closedPipe;

    /** @param reason of the stream, if it is known */
    OutputException(Optional<IOException> reason) {
        super("cannot write the output: " + reason.map(Failure::describe).orElse("it was closed"), reason.orElse(null));
        this.closedPipe = reason.map(Throwable::getMessage)
                .map(message -> message.toLowerCase(Locale.ROOT).contains("broken pipe"))
                .orElse(false);
    }

    /** Whether the reader of a pipe has seen enough, as {@code head} does, which is no error. */
    boolean isClosedPipe() {
        return closedPipe;
    }
}
