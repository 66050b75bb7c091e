package io.spate.engine.s3;

import java.util.Locale;

/** Stores write one etag in several ways: with and without quotes, in upper and lower case, marked as weak or not. */
final class Etags {
    private static final String WEAK = "W/";

    private Etags() {}

    /** As {@link io.spate.engine.ObjectInfo#etag()} holds it: without quotes, empty for none. */
    static String unquoted(String header) {
        if (header == null) {
            return "";
        }
        String text = header.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** As a header of a condition holds it. */
    static String quoted(String etag) {
        return etag.startsWith(WEAK) ? etag : '"' + etag + '"';
    }

    /** Whether two spellings are the same etag. */
    static boolean same(String one, String other) {
        return bare(one).equals(bare(other));
    }

    private static String bare(String etag) {
        String text = etag.strip();
        return unquoted(text.startsWith(WEAK) ? text.substring(WEAK.length()) : text)
                .toLowerCase(Locale.ROOT);
    }
}
