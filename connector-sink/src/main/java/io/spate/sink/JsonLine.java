package io.spate.sink;

import java.nio.charset.StandardCharsets;

/** A line of JSON: an object of fields in the order in which they are added, with a line feed behind it. */
final class JsonLine {
    private final StringBuilder json = new StringBuilder("{");

    JsonLine field(String name, String value) {
        name(name);
        string(value);
        return this;
    }

    JsonLine field(String name, long value) {
        name(name);
        json.append(value);
        return this;
    }

    /** In UTF-8. */
    byte[] toBytes() {
        return (json + "}\n").getBytes(StandardCharsets.UTF_8);
    }

    private void name(String name) {
        if (json.length() > 1) {
            json.append(',');
        }
        string(name);
        json.append(':');
    }

    private void string(String value) {
        json.append('"');
        value.codePoints().forEach(this::character);
        json.append('"');
    }

    /**
     * Escapes what JSON wants escaped, and line ends that are none to JSON but to others. Halves of surrogate pairs have no
     * UTF-8, so they are escaped as well.
     */
    private void character(int c) {
        boolean surrogate = Character.getType(c) == Character.SURROGATE;
        boolean lineEnd = c == '\u2028' || c == '\u2029';
        if (c == '"' || c == '\\') {
            json.append('\\').append((char) c);
        } else if (Character.isISOControl(c) || surrogate || lineEnd) {
            json.append(String.format("\\u%04x", c));
        } else {
            json.appendCodePoint(c);
        }
    }
}
