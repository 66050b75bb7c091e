package io.spate.source;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters with which Flink's {@code csv} format tells fields and records apart, as bytes of UTF-8.
 *
 * @param quote empty if nothing is quoted
 * @param comments whether records that begin with {@code #} are none
 */
record CsvDialect(byte separator, Optional<Byte> quote, Optional<Byte> escape, boolean comments, boolean trimsSpaces)
        implements Serializable {
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

    /**
     * Reads the options that Flink's format reads.
     *
     * @param options of the table
     * @throws IllegalArgumentException if one of the characters is not ASCII, while there are quotes to be followed
     */
    static CsvDialect of(Map<String, String> options) {
        boolean unquoted = Boolean.parseBoolean(options.get("csv.disable-quote-character"));
        return new CsvDialect(
                unquoted ? 0 : character(options, "csv.field-delimiter").orElse((byte) ','),
                unquoted
                        ? Optional.empty()
                        : Optional.of(character(options, "csv.quote-character").orElse((byte) '"')),
                character(options, "csv.escape-character"),
                Boolean.parseBoolean(options.get("csv.allow-comments")),
                Boolean.parseBoolean(options.get("csv.trim-spaces")));
    }

    /** Whether a record can only be told from others by following its bytes. */
    boolean canSpanLines() {
        return quote.isPresent() || escape.isPresent();
    }

    private static Optional<Byte> character(Map<String, String> options, String key) {
        return Optional.ofNullable(options.get(key)).map(text -> {
            char c = unescaped(text).charAt(0);
            if (c >= 0x80) {
                throw new IllegalArgumentException("option '" + key + "' = '" + text
                        + "': only characters of ASCII can be followed where fields are quoted; set"
                        + " 'csv.disable-quote-character' = 'true' if none are");
            }
            return (byte) c;
        });
    }

    /** Of {@code \t} and such, the character. */
    private static String unescaped(String text) {
        String known = UNICODE.matcher(text)
                .replaceAll(match ->
                        Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(match.group(1), 16))));
        return known.length() == 1 ? known : known.translateEscapes();
    }
}
