package io.spate.engine;

/** Writes the characters that names of directories cannot have as {@code %XX}, as Hive and Flink do. */
final class PartitionEscape {
    private static final String SPECIAL = "\"#%'*/:=?\\{}[]^\u007f";

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

    /** A {@code %} that two hexadecimal digits do not follow stands for itself. */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int code = text.charAt(i) == '%' && i + 2 < text.length()
                    ? 16 * digit(text.charAt(i + 1)) + digit(text.charAt(i + 2))
                    : -1;
            if (code >= 0) {
                plain.append((char) code);
                i += 2;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
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
