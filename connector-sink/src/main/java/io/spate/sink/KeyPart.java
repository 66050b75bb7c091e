package io.spate.sink;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** A piece of a {@link KeyTemplate}. */
sealed interface KeyPart extends Serializable {
    /** The text of it in one key. */
    String render(Values values);

    /** A regular expression for all texts of it, under a prefix that is empty or ends with {@code /}. */
    String pattern(String prefix);

    /** What keys are made of. Prefix and bucket are empty or end with {@code /}. */
    record Values(String prefix, String bucket, String id, long counter, String extension) {}

    /** Text that is in all keys. */
    record Literal(String text) implements KeyPart {
        private static final long serialVersionUID = 1L;

        @Override
        public String render(Values values) {
            return text;
        }

        @Override
        public String pattern(String prefix) {
            return Pattern.quote(text);
        }
    }

    /** A name in braces. */
    enum Placeholder implements KeyPart {
        PREFIX(""),
        BUCKET("(?:[^/]+/)*"),
        ID("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
        COUNTER("[0-9]+"),
        EXTENSION("(?:\\.[^/]+)?"),
        HASH("[0-9a-f]{4}");

        private static final int GOLDEN_RATIO = 0x9E3779B9;

        private final String pattern;

        Placeholder(String pattern) {
            this.pattern = pattern;
        }

        @Override
        public String render(Values values) {
            return switch (this) {
                case PREFIX -> values.prefix();
                case BUCKET -> values.bucket();
                case ID -> values.id();
                case COUNTER -> Long.toString(values.counter());
                case EXTENSION -> values.extension();
                case HASH -> hash(values);
            };
        }

        @Override
        public String pattern(String prefix) {
            return this == PREFIX ? Pattern.quote(prefix) : pattern;
        }

        @Override
        public String toString() {
            return "{" + name().toLowerCase(Locale.ROOT) + "}";
        }

        static String[] all() {
            return Arrays.stream(values()).map(Placeholder::toString).toArray(String[]::new);
        }

        /** The upper half, which the multiplication mixes best, of a hash that is the same in every Java. */
        private static String hash(Values values) {
            int mixed = (values.bucket() + values.id() + values.counter()).hashCode() * GOLDEN_RATIO;
            return HexFormat.of().toHexDigits((short) (mixed >>> 16));
        }
    }
}
