package io.spate.engine;

import java.util.regex.Pattern;

/**
 * Translates a pattern with wildcards into a regular expression, in one pass from left to right:
 *
 * <pre>
 *   *        any characters but '/'          [abc] [a-z]   one character of these, never '/'
 *   **       any characters                  [!abc]        one character but these, never '/'
 *   ?        one character but '/'           {a,b}         a or b, which may have wildcards themselves
 *   \x       x, whatever x is otherwise
 * </pre>
 */
final class Glob {
    private static final String SPECIAL = "\\.[]{}()*+-?^$|&";

    private final String text;
    private final StringBuilder regex = new StringBuilder();
    private final StringBuilder prefix = new StringBuilder();
    private boolean wild;
    private int at;

    /** @param start where in the text the pattern starts; what is before it is shown in errors only */
    Glob(String text, int start) {
        this.text = text;
        this.at = start;
        alternative(false);
    }

    /** What every match starts with: the text before the first wildcard, unescaped. */
    String prefix() {
        return prefix.toString();
    }

    /** Whether there is any wildcard. */
    boolean isWild() {
        return wild;
    }

    /** Matches the key, and after it what {@code tail} matches. */
    Pattern compile(String tail) {
        return Pattern.compile(regex + tail, Pattern.DOTALL);
    }

    /** Up to the end, or between braces up to the comma or brace that ends this alternative. */
    private void alternative(boolean inBraces) {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (inBraces && (c == ',' || c == '}')) {
                return;
            }
            at++;
            switch (c) {
                case '*' -> stars();
                case '?' -> wildcard("[^/]");
                case '[' -> oneOf();
                case '{' -> braces();
                case '\\' -> literal(escaped());
                default -> literal(c);
            }
        }
    }

    private void stars() {
        boolean across = false;
        while (at < text.length() && text.charAt(at) == '*') {
            across = true;
            at++;
        }
        wildcard(across ? ".*" : "[^/]*");
    }

    private void braces() {
        int opening = at - 1;
        wildcard("(?:");
        alternative(true);
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            regex.append('|');
            alternative(true);
        }
        if (at == text.length()) {
            throw malformed("'{' is never closed", opening);
        }
        at++;
        regex.append(')');
    }

    private void oneOf() {
        int opening = at - 1;
        boolean negated = at < text.length() && text.charAt(at) == '!';
        at += negated ? 1 : 0;
        int first = at;
        wildcard(negated ? "(?!/)[^" : "(?!/)[");
        while (at < text.length() && text.charAt(at) != ']') {
            characterOrRange();
        }
        if (at == text.length()) {
            throw malformed("'[' is never closed", opening);
        }
        if (at == first) {
            throw malformed("nothing is between '[' and ']'", opening);
        }
        at++;
        regex.append(']');
    }

    private void characterOrRange() {
        int start = at;
        int from = character();
        boolean range = at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
        if (!range) {
            regex.append(hex(from));
            return;
        }
        at++;
        int to = character();
        if (to < from) {
            throw malformed("the range ends before it starts", start);
        }
        regex.append(hex(from)).append('-').append(hex(to));
    }

    /** A whole character: those beyond U+FFFF take two places of the text. */
    private int character() {
        if (text.charAt(at) == '\\') {
            at++;
            return escaped();
        }
        int character = text.codePointAt(at);
        at += Character.charCount(character);
        return character;
    }

    private char escaped() {
        if (at == text.length()) {
            throw malformed("nothing is after '\\'", at - 1);
        }
        return text.charAt(at++);
    }

    private void literal(char c) {
        if (SPECIAL.indexOf(c) >= 0) {
            regex.append('\\');
        }
        regex.append(c);
        if (!wild) {
            prefix.append(c);
        }
    }

    private void wildcard(String expression) {
        wild = true;
        regex.append(expression);
    }

    private static String hex(int character) {
        return String.format("\\x{%x}", character);
    }

    private IllegalArgumentException malformed(String reason, int index) {
        return new IllegalArgumentException("malformed pattern '" + text + "': " + reason + ", at index " + index);
    }
}
