package io.spate.sql;

import java.util.List;
import java.util.Optional;

/** Makes one line of what Flink reports, which is a stack trace in the message of an exception, of which the last is why. */
final class Failures {
    private static final String CAUSE = "Caused by: ";

    private Failures() {}

    static String message(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = String.valueOf(root.getMessage());
        List<String> lines = text.lines().map(String::strip).toList();
        Optional<String> last =
                lines.stream().filter(line -> line.startsWith(CAUSE)).reduce((first, second) -> second);
        return last.map(line -> line.substring(CAUSE.length())).orElse(text);
    }
}
