package io.spate.engine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Writes the characters that names of directories cannot have as {@code %XX}, as Hive and Flink do. */
final class PartitionEscape {
    private static final String SPECIAL = "\"#%'*/:=?\\{}[]^\u007f";
    private static final int ESCAPE_LENGTH = 3;

    private PartitionEscape() {}

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || SPECIAL.indexOf(c) >= 0) {
                append(c, escaped);
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /**
     * The same for a value, which must not look like none, nor hide the directory.
     *
     * @param first whether the name of a directory begins with it
     */
    static String escapeValue(String text, boolean first) {
        boolean hidden = first && (text.charAt(0) == '_' || text.charAt(0) == '.');
        if (!hidden && !text.equals(PartitionLayout.NO_VALUE)) {
            return escape(text);
        }
        StringBuilder escaped = new StringBuilder();
        append(text.charAt(0), escaped);
        return escaped.append(escape(text.substring(1))).toString();
    }

    /**
     * Reads also what other tools escape, who write characters beyond ASCII by their bytes in UTF-8. A {@code %} that two
     * hexadecimal digits do not follow stands for itself.
     */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            int code = code(text, i);
            if (code < 0) {
                plain.append(text.charAt(i++));
            } else if (code < 0x80) {
                plain.append((char) code);
                i += ESCAPE_LENGTH;
            } else {
                byte[] bytes = bytesBeyondAscii(text, i);
                plain.append(decode(bytes));
                i += ESCAPE_LENGTH * bytes.length;
            }
        }
        return plain.toString();
    }

    /** What an escape stands for, below zero if there is none. */
    private static int code(String text, int at) {
        return text.charAt(at) == '%' && at + 2 < text.length()
                ? 16 * digit(text.charAt(at + 1)) + digit(text.charAt(at + 2))
                : -1;
    }

    /** Those of the escapes that follow each other from an index on. */
    private static byte[] bytesBeyondAscii(String text, int start) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = start; i < text.length() && code(text, i) >= 0x80; i += ESCAPE_LENGTH) {
            bytes.write(code(text, i));
        }
        return bytes.toByteArray();
    }

    /** What is not UTF-8 is a character for each byte. */
    private static CharSequence decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    private static void append(char c, StringBuilder escaped) {
        escaped.append(String.format("%%%02X", (int) c));
    }

    /** Far below zero if it is none. */
    private static int digit(char c) {
        int digit = c < 128 ? Character.digit(c, 16) : -1;
        return digit < 0 ? -1000 : digit;
    }
}
