package io.spate.bulk;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON on one line, in ASCII: what is not printable ASCII is escaped, so no terminal or encoding garbles it. */
final class Json {
    private Json() {}

    /** A map becomes an object in its own order; numbers and booleans are themselves; anything else is a string. */
    static String of(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream()
                    .map(member -> quote(member.getKey().toString()) + ":" + of(member.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : quote(value.toString());
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(unit -> append(quoted, (char) unit));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder target, char unit) {
        switch (unit) {
            case '"' -> target.append("\\\"");
            case '\\' -> target.append("\\\\");
            case '\n' -> target.append("\\n");
            case '\r' -> target.append("\\r");
            case '\t' -> target.append("\\t");
            default -> {
                if (unit >= ' ' && unit < 0x7f) {
                    target.append(unit);
                } else {
                    target.append(String.format("\\u%04x", (int) unit));
                }
            }
        }
    }
}
