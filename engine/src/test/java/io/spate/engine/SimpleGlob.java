package io.spate.engine;

import java.util.ArrayList;
import java.util.List;

/** Matches patterns by trying everything: slow, short, and without regular expressions. No ranges, no escapes in sets. */
final class SimpleGlob {
    /** Keeps a star before a brace and a star after it apart. */
    private static final String SEAM = "\0";

    private SimpleGlob() {}

    static boolean matches(String pattern, String key) {
        boolean wild = pattern.replaceAll("\\\\.", "").matches("(?s).*[*?\\[{].*");
        boolean directory = pattern.isEmpty() || pattern.endsWith("/");
        boolean below = directory ? matchesGlob(pattern + "**", key) : !wild && matchesGlob(pattern + "/**", key);
        return below || matchesGlob(pattern, key);
    }

    private static boolean matchesGlob(String pattern, String key) {
        int brace = firstBrace(pattern);
        if (brace >= 0) {
            int end = pattern.indexOf('}', brace);
            return alternatives(pattern.substring(brace + 1, end)).stream()
                    .anyMatch(choice -> matchesGlob(
                            pattern.substring(0, brace) + SEAM + choice + SEAM + pattern.substring(end + 1), key));
        }
        return matchesSimple(pattern, key);
    }

    private static boolean matchesSimple(String pattern, String key) {
        if (pattern.isEmpty()) {
            return key.isEmpty();
        }
        if (pattern.startsWith(SEAM)) {
            return matchesSimple(pattern.substring(1), key);
        }
        if (pattern.startsWith("**")) {
            return matchesSimple(pattern.substring(2), key)
                    || (!key.isEmpty() && matchesSimple(pattern, key.substring(1)));
        }
        if (pattern.startsWith("*")) {
            return matchesSimple(pattern.substring(1), key)
                    || (!key.isEmpty() && key.charAt(0) != '/' && matchesSimple(pattern, key.substring(1)));
        }
        if (key.isEmpty()) {
            return false;
        }
        int length = pattern.startsWith("\\") ? 2 : pattern.startsWith("[") ? pattern.indexOf(']') + 1 : 1;
        return matchesOne(pattern.substring(0, length), key.charAt(0))
                && matchesSimple(pattern.substring(length), key.substring(1));
    }

    private static boolean matchesOne(String token, char c) {
        return switch (token.charAt(0)) {
            case '?' -> c != '/';
            case '\\' -> c == token.charAt(1);
            case '[' ->
                c != '/'
                        && (token.charAt(1) == '!'
                                ? token.indexOf(c, 2) < 0
                                : token.substring(1, token.length() - 1).indexOf(c) >= 0);
            default -> c == token.charAt(0);
        };
    }

    private static int firstBrace(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '\\') {
                i++;
            } else if (pattern.charAt(i) == '{') {
                return i;
            }
        }
        return -1;
    }

    private static List<String> alternatives(String text) {
        List<String> choices = new ArrayList<>();
        int start = 0;
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', start)) {
            choices.add(text.substring(start, comma));
            start = comma + 1;
        }
        choices.add(text.substring(start));
        return choices;
    }
}
