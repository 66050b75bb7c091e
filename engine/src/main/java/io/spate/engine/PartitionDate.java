package io.spate.engine;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times in the names of directories. Fields are numbered from the year, 0, to the second, 5. */
final class PartitionDate {
    private static final List<String> FIELDS = List.of("yyyy", "MM", "dd", "HH", "mm", "ss");
    private static final Pattern FIELD = Pattern.compile("yyyy|MM|dd|HH|mm|ss");
    private static final int HOUR = 3;
    private static final int DATE_LENGTH = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private PartitionDate() {}

    /** Which fields a pattern has, from the year on. */
    static List<Integer> fieldsOf(String pattern) {
        return FIELD.matcher(pattern)
                .results()
                .map(found -> FIELDS.indexOf(found.group()))
                .toList();
    }

    /** Whether a pattern has letters that are no field. */
    static boolean hasOtherLetters(String pattern) {
        return FIELD.matcher(pattern).replaceAll("").chars().anyMatch(Character::isLetter);
    }

    static String regex(String pattern) {
        StringBuilder regex = new StringBuilder();
        Matcher matcher = FIELD.matcher(pattern);
        int at = 0;
        while (matcher.find()) {
            regex.append(Pattern.quote(pattern.substring(at, matcher.start())));
            regex.append("[0-9]{").append(matcher.group().length()).append('}');
            at = matcher.end();
        }
        return regex.append(Pattern.quote(pattern.substring(at))).toString();
    }

    static String format(String pattern, LocalDateTime time) {
        int[] numbers = {
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond()
        };
        return FIELD.matcher(pattern).replaceAll(found -> {
            int field = FIELDS.indexOf(found.group());
            return String.format(field == 0 ? "%04d" : "%02d", numbers[field]);
        });
    }

    /** The numbers of the fields of what {@link #regex} matched. A field that is there twice has the later one. */
    static Map<Integer, Integer> fields(String pattern, String matched) {
        Map<Integer, Integer> fields = new TreeMap<>();
        Matcher matcher = FIELD.matcher(pattern);
        while (matcher.find()) {
            fields.put(
                    FIELDS.indexOf(matcher.group()),
                    Integer.parseInt(matched.substring(matcher.start(), matcher.end())));
        }
        return fields;
    }

    /** The text of the first moment that has these fields; empty if there is none. */
    static Optional<String> text(Map<Integer, Integer> fields) {
        try {
            LocalDateTime time = LocalDateTime.of(
                    fields.getOrDefault(0, 0),
                    fields.getOrDefault(1, 1),
                    fields.getOrDefault(2, 1),
                    fields.getOrDefault(HOUR, 0),
                    fields.getOrDefault(4, 0),
                    fields.getOrDefault(5, 0));
            boolean timed = fields.keySet().stream().anyMatch(field -> field >= HOUR);
            return Optional.of(timed ? TIME.format(time) : time.toLocalDate().toString());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A date, or a time with {@code T} or a space, of the years 0 to 9999. */
    static Optional<LocalDateTime> parse(String text) {
        try {
            LocalDateTime time = text.length() == DATE_LENGTH
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text.replace(' ', 'T'));
            return time.getYear() < 0 || time.getYear() > 9999 ? Optional.empty() : Optional.of(time);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
