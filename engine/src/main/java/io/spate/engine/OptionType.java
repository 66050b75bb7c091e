package io.spate.engine;

import java.net.URI;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static java.util.Objects.requireNonNull;

/**
 * How the text of an option becomes a value.
 *
 * @param name as the documentation shows it, such as {@code size}
 * @param parser fails with an {@link IllegalArgumentException} that says what was expected
 */
public record OptionType<T>(String name, Function<String, T> parser) {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,18})\\s*([a-zA-Z]*)");
    private static final int DATE_LENGTH = 10;
    private static final Pattern ENDPOINT =
            Pattern.compile("(https?://(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?)/?");
    /** 32 bytes in Base64. The last character holds four bits, so not every one can be there. */
    private static final Pattern CUSTOMER_KEY = Pattern.compile("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=");

    private static final Map<String, Long> SIZE_UNITS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("b", 1L),
            Map.entry("k", 1L << 10),
            Map.entry("kb", 1L << 10),
            Map.entry("kib", 1L << 10),
            Map.entry("m", 1L << 20),
            Map.entry("mb", 1L << 20),
            Map.entry("mib", 1L << 20),
            Map.entry("g", 1L << 30),
            Map.entry("gb", 1L << 30),
            Map.entry("gib", 1L << 30),
            Map.entry("t", 1L << 40),
            Map.entry("tb", 1L << 40),
            Map.entry("tib", 1L << 40));
    private static final Map<String, Long> MILLISECOND_UNITS = Map.of(
            "ms", 1L, "s", 1_000L, "sec", 1_000L, "min", 60_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    public OptionType {
        requireNonNull(name, "name is null");
        requireNonNull(parser, "parser is null");
    }

    /** Some text, or none. */
    public static OptionType<Optional<String>> text() {
        return new OptionType<>("text", text -> {
            if (text.isBlank()) {
                throw new IllegalArgumentException("expected some text");
            }
            return Optional.of(text.strip());
        });
    }

    /** The address of an endpoint: http or https, a host, perhaps a port, and nothing else. */
    public static OptionType<Optional<URI>> endpoint() {
        return new OptionType<>("URL", text -> {
            Matcher matcher = ENDPOINT.matcher(text.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("expected http://host:port or https://host:port");
            }
            URI uri = URI.create(matcher.group(1));
            if (uri.getHost() == null || uri.getPort() > 65_535) {
                throw new IllegalArgumentException(
                        "expected http://host:port or https://host:port, where host is letters,"
                                + " digits, '.' and '-', and port is at most 65535");
            }
            return Optional.of(uri);
        });
    }

    /** Bytes: {@code 8388608}, {@code 8 MiB}, {@code 8mb}, {@code 8m}; every unit is a power of 1024. */
    public static OptionType<Long> size(long least, long most) {
        return new OptionType<>("size", text -> {
            long bytes = scaled(text, SIZE_UNITS, "a size such as 8 MiB, 8mb, 8m or 8388608");
            return within(bytes, least, most, Option::formatSize);
        });
    }

    /** A whole number within a range, ends included. */
    public static OptionType<Integer> count(int least, int most) {
        return new OptionType<>("count", text -> {
            String expected = "a whole number from " + least + " to " + most;
            if (!text.strip().matches("\\d{1,9}")) {
                throw new IllegalArgumentException("expected " + expected);
            }
            int count = Integer.parseInt(text.strip());
            if (count < least || count > most) {
                throw new IllegalArgumentException("out of range: expected " + expected);
            }
            return count;
        });
    }

    /** Milliseconds: {@code 500 ms}, {@code 30 s}, {@code 3 min}; within a range, ends included. */
    public static OptionType<Duration> duration(Duration least, Duration most) {
        return new OptionType<>("duration", text -> {
            long millis = scaled(text, MILLISECOND_UNITS, "a duration such as 500 ms, 30 s or 3 min");
            return Duration.ofMillis(within(millis, least.toMillis(), most.toMillis(), OptionType::formatMillis));
        });
    }

    /** True or false. */
    public static OptionType<Boolean> flag() {
        return new OptionType<>("true | false", text -> switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false");
        });
    }

    /** Names and values: {@code name=value, name=value}. A value may contain '=', but no comma. */
    public static OptionType<Map<String, String>> pairs() {
        return new OptionType<>("name=value, ...", text -> {
            Map<String, String> pairs = new TreeMap<>();
            for (String pair : text.split(",", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? "" : pair.substring(0, equals).strip();
                if (name.isEmpty()) {
                    throw new IllegalArgumentException("expected name=value, name=value");
                }
                if (pairs.put(name, pair.substring(equals + 1).strip()) != null) {
                    throw new IllegalArgumentException("the name '" + name + "' is there twice");
                }
            }
            return Collections.unmodifiableMap(pairs);
        });
    }

    /** A key of 32 bytes in Base64, or none. */
    static OptionType<Optional<String>> customerKey() {
        return new OptionType<>("text", text -> {
            if (!CUSTOMER_KEY.matcher(text.strip()).matches()) {
                throw new IllegalArgumentException("expected 32 bytes in Base64: 43 characters and '='");
            }
            return Optional.of(text.strip());
        });
    }

    /** One of the constants of an enum, in lower case and with {@code -} between words. */
    public static <E extends Enum<E>> OptionType<E> choice(Class<E> type) {
        String names =
                Arrays.stream(type.getEnumConstants()).map(Option::formatChoice).collect(Collectors.joining(" | "));
        return new OptionType<>(names, text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> Option.formatChoice(constant).equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of " + names)));
    }

    /** A moment: {@code 2026-11-30T12:00:00Z}, or {@code 2026-11-30} for its first moment in UTC. */
    static OptionType<Optional<Instant>> time() {
        return new OptionType<>("time", text -> {
            try {
                String stripped = text.strip();
                return Optional.of(
                        stripped.length() > DATE_LENGTH
                                ? Instant.parse(stripped)
                                : LocalDate.parse(stripped)
                                        .atStartOfDay(ZoneOffset.UTC)
                                        .toInstant());
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("expected a time such as 2026-11-30T12:00:00Z or 2026-11-30", e);
            }
        });
    }

    /** The name of a charset that this JVM knows. */
    static OptionType<String> charset() {
        return new OptionType<>("charset", text -> {
            try {
                return Charset.forName(text.strip()).name();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("expected the name of a charset such as UTF-8 or ISO-8859-1", e);
            }
        });
    }

    /** Texts with {@code ;} between them, none of them blank. */
    static OptionType<List<String>> texts() {
        return new OptionType<>("text; text ...", text -> {
            List<String> texts =
                    Arrays.stream(text.split(";", -1)).map(String::strip).toList();
            if (texts.contains("")) {
                throw new IllegalArgumentException("expected texts with ';' between them, and none of them empty");
            }
            return texts;
        });
    }

    /** The same, or nothing if nothing is said. */
    static <T> OptionType<Optional<T>> optional(OptionType<T> type) {
        return new OptionType<>(type.name(), text -> Optional.of(type.parser().apply(text)));
    }

    private static long scaled(String text, Map<String, Long> units, String expected) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("expected " + expected);
        }
        try {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("out of range: too large", e);
        }
    }

    private static long within(long value, long least, long most, LongFunction<String> format) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "out of range: expected " + format.apply(least) + " to " + format.apply(most));
        }
        return value;
    }

    private static String formatMillis(long millis) {
        return millis % 3_600_000 == 0 && millis > 0 ? millis / 3_600_000 + " h" : millis + " ms";
    }
}
