package io.spate.engine.s3;

/** How etags are written in headers. */
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
}
