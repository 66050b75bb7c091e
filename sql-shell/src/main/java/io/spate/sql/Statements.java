package io.spate.sql;

import java.util.ArrayList;
import java.util.List;

/** Cuts scripts at each {@code ;} that is neither quoted nor in a comment. */
final class Statements {
    /** @param line of the script where it begins, from 1 */
    record Piece(String text, int line) {}

    private final String script;
    private final List<Piece> pieces = new ArrayList<>();
    private int start;
    private int at;

    private Statements(String script) {
        this.script = script;
    }

    /**
     * The pieces, each with its {@code ;}, the last one as well if it has none. Those of comments and spaces alone are left
     * out.
     */
    static List<Piece> of(String script) {
        Statements statements = new Statements(script);
        statements.cut();
        return statements.pieces;
    }

    private void cut() {
        boolean hasText = false;
        start = 0;
        for (at = 0; at < script.length(); ) {
            char c = script.charAt(at);
            if (isAt("--")) {
                skipPast("\n");
            } else if (isAt("/*")) {
                at += 2;
                skipPast("*/");
            } else if (c == '\'' || c == '"' || c == '`') {
                hasText = true;
                at++;
                skipPast(String.valueOf(c));
            } else {
                at++;
                if (c == ';') {
                    take(hasText);
                    hasText = false;
                } else {
                    hasText |= !Character.isWhitespace(c);
                }
            }
        }
        take(hasText);
    }

    private boolean isAt(String text) {
        return script.startsWith(text, at);
    }

    private void skipPast(String end) {
        int found = script.indexOf(end, at);
        at = found < 0 ? script.length() : found + end.length();
    }

    private void take(boolean hasText) {
        if (hasText) {
            String piece = script.substring(start, at);
            int begin = start + piece.length() - piece.stripLeading().length();
            int line =
                    1 + (int) script.chars().limit(begin).filter(c -> c == '\n').count();
            pieces.add(new Piece(piece.endsWith(";") ? piece.strip() : piece.stripLeading() + "\n;", line));
        }
        start = at;
    }
}
