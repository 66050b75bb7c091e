package io.spate.source;

import java.io.Serializable;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters with which Flink's {@code csv} format tells fields and records apart, as bytes of UTF-8.
 *
 * @param separator of fields; {@link #NONE} if it does not matter
 * @param quote {@link #NONE} if nothing is quoted
 * @param escape {@link #NONE} if nothing is escaped
 * @param comments whether records that begin with {@code #} are none
 */
record CsvDialect(int separator, int quote, int escape, boolean comments, boolean trimsSpaces) implements Serializable {
    /** No byte is as great. */
    static final int NONE = 0x100;

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
                unquoted ? NONE : character(options, "csv.field-delimiter", ','),
                unquoted ? NONE : character(options, "csv.quote-character", '"'),
                character(options, "csv.escape-character", NONE),
                Boolean.parseBoolean(options.get("csv.allow-comments")),
                Boolean.parseBoolean(options.get("csv.trim-spaces")));
    }

    /** Whether a record can only be told from others by following its bytes. */
    boolean canSpanLines() {
        return quote != NONE || escape != NONE;
    }

    private static int character(Map<String, String> options, String key, int absent) {
        String text = unescaped(options.getOrDefault(key, ""));
        int c = text.isEmpty() ? absent : text.charAt(0);
        if (!text.isEmpty() && c >= 0x80) {
            throw new IllegalArgumentException("option '" + key + "' = '" + text
                    + "': only characters of ASCII can be followed where fields are quoted; set"
                    + " 'csv.disable-quote-character' = 'true' if none are");
        }
        return c;
    }

    /** Of {@code \t} and such, the character. */
    private static String unescaped(String text) {
        String known = UNICODE.matcher(text)
                .replaceAll(match ->
                        Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(match.group(1), 16))));
        return known.length() == 1 ? known : known.translateEscapes();
    }
}
