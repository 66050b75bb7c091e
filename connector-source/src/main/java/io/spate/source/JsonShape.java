package io.spate.source;

import java.util.Optional;

/**
 * Whether bytes are one JSON object or array and nothing else. Parsers that read one value from the start of a text tell
 * neither what follows it nor, if they look only for some fields, that its end is missing.
 */
final class JsonShape {
    private JsonShape() {}

    /** What is wrong; empty if nothing is. Does not look at what is between brackets and strings. */
    static Optional<String> fault(byte[] text) {
        long depth = 0;
        boolean inString = false;
        boolean whole = false;
        for (int i = 0; i < text.length; i++) {
            byte b = text[i];
            if (inString) {
                if (b == '\\') {
                    i++;
                } else if (b == '"') {
                    inString = false;
                }
            } else if (whole && !isSpace(b)) {
                return Optional.of("there is more behind the end of its JSON value");
            } else if (b == '"') {
                inString = true;
            } else if (b == '{' || b == '[') {
                depth++;
            } else if (b == '}' || b == ']') {
                depth--;
                whole = depth == 0;
            }
        }
        return inString || depth > 0
                ? Optional.of("its JSON value does not end in the same line; each line must hold a whole one")
                : Optional.empty();
    }

    static boolean isBlank(byte[] text) {
        for (byte b : text) {
            if (!isSpace(b)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
