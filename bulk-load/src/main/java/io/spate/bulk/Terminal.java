package io.spate.bulk;

/** Makes names that others chose harmless for a terminal: a key may hold any character, line feeds and escapes too. */
final class Terminal {
    private Terminal() {}

    /** The text with its control, format and unpaired characters as {@code \}{@code uXXXX}, or {@code \t \n \r}. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> append(escaped, character));
        return escaped.toString();
    }

    private static void append(StringBuilder target, int character) {
        switch (character) {
            case '\t' -> target.append("\\t");
            case '\n' -> target.append("\\n");
            case '\r' -> target.append("\\r");
            default -> {
                if (isHarmless(character)) {
                    target.appendCodePoint(character);
                } else {
                    target.append(String.format("\\u%04x", character));
                }
            }
        }
    }

    private static boolean isHarmless(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
