package io.spate.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one line of what Flink reports, which is a stack trace in the message of an exception. What says most is what Spate
 * says, if it is among the causes; else the innermost cause, or what repeats it and says where it was met.
 */
final class Failures {
    private static final String CAUSE = "Caused by: ";
    private static final String OWN = "io.spate.";
    private static final Pattern CLASS_AND_MESSAGE = Pattern.compile("((?:[a-z]\\w*\\.)+[A-Z][\\w$]*)(?:: (.*))?");

    private Failures() {}

    static String message(Throwable failure) {
        List<Report> reports = new ArrayList<>();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String text = String.valueOf(each.getMessage());
            text.lines().limit(1).map(line -> Report.of(line.strip())).forEach(reports::add);
            text.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith(CAUSE))
                    .map(line -> Report.of(line.substring(CAUSE.length())))
                    .forEach(reports::add);
        }
        return reports.stream()
                .filter(report -> report.type().startsWith(OWN))
                .findFirst()
                .orElseGet(() -> innermost(reports))
                .message();
    }

    private static Report innermost(List<Report> reports) {
        int chosen = reports.size() - 1;
        while (chosen > 0
                && reports.get(chosen - 1)
                        .message()
                        .contains(reports.get(chosen).message())) {
            chosen--;
        }
        return reports.get(chosen);
    }

    /** One exception of a chain; its type is empty where it is not told. */
    private record Report(String type, String message) {
        static Report of(String line) {
            Matcher matcher = CLASS_AND_MESSAGE.matcher(line);
            if (!matcher.matches()) {
                return new Report("", line);
            }
            return new Report(matcher.group(1), matcher.group(2) == null ? matcher.group(1) : matcher.group(2));
        }
    }
}
