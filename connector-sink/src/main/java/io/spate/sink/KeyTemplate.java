package io.spate.sink;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.spate.sink.KeyPart.Literal;
import io.spate.sink.KeyPart.Placeholder;
import io.spate.sink.KeyPart.Values;

/**
 * Makes the keys of objects from text with placeholders in braces:
 *
 * <ul>
 *   <li>{@code {prefix}}: the key in the path of the sink, with {@code /} at its end unless it is empty
 *   <li>{@code {bucket}}: the bucket, with {@code /} at its end unless it is empty
 *   <li>{@code {id}}: a UUID that nothing else in the world has, 36 characters
 *   <li>{@code {counter}}: a number, 0 or greater, in decimal without zeros in front
 *   <li>{@code {extension}}: what the format and the compression put at the end, such as {@code .gz}; may be empty
 *   <li>{@code {hash}}: four hexadecimal digits that differ from object to object in no order. In front of
 *       {@code {prefix}} they spread objects over a store that divides its work by the beginnings of keys.
 * </ul>
 *
 * Two keys of different (id, counter) are different, whatever their buckets. Immutable.
 */
final class KeyTemplate implements Serializable {
    /** Objects of a bucket lie together. The one template with a bucket that is good without buckets, too. */
    static final String DEFAULT = "{prefix}{bucket}{id}-{counter}{extension}";

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_SHOWN = 120;
    private static final int MAX_KEY_BYTES = 1024;
    private static final String SAMPLE_ID = "00000000-0000-0000-0000-000000000000";
    private static final Pattern ID = Pattern.compile(Placeholder.ID.pattern(""));
    private static final Pattern EXTENSION = Pattern.compile("\\.[^/]+|");

    private final String template;
    private final KeyPart[] parts;

    private KeyTemplate(String template, List<KeyPart> parts) {
        this.template = template;
        this.parts = parts.toArray(KeyPart[]::new);
    }

    /**
     * The template in a text.
     *
     * @param bucketed whether records are put in buckets
     * @throws IllegalArgumentException if it is malformed, or could make a key twice, put the objects of different buckets
     *     together, or make keys with empty segments; the message says what to do
     */
    static KeyTemplate parse(String template, boolean bucketed) {
        List<KeyPart> parts = KeyTemplateParser.parse(template, bucketed);
        KeyTemplate parsed = new KeyTemplate(template, parts);
        for (String prefix : List.of("", "p")) {
            for (String bucket : bucketed ? List.of("", "b") : List.of("")) {
                for (String extension : List.of("", ".e")) {
                    Values sample = new Values(directory(prefix), directory(bucket), SAMPLE_ID, 0, extension);
                    parsed.requireGood(parsed.render(sample), "{prefix} and {bucket} bring the '/' behind them");
                }
            }
        }
        return parsed;
    }

    /**
     * The key of one object.
     *
     * @param prefix the key in the path of the sink, with or without {@code /} at its end
     * @param bucket without {@code /} at its end; empty for none
     * @param id a UUID in lower case
     * @param counter at least 0
     * @param extension empty, or a dot and something without {@code /}
     * @throws IllegalArgumentException if one of these has another form, or the key would not be one that all stores take
     */
    String key(String prefix, String bucket, String id, long counter, String extension) {
        require(ID.matcher(id).matches(), "the id must be a UUID in lower case: " + id);
        require(counter >= 0, "the counter must not be negative: " + counter);
        requireExtension(extension);
        require(
                BucketNames.check(bucket).isEmpty() || has(Placeholder.BUCKET),
                "bucket '" + bucket + "' has no place in it; add {bucket}");
        String key = render(new Values(directory(prefix), directory(bucket), id, counter, extension));
        requireGood(key, "change the path of the sink, the bucket or the template");
        return key;
    }

    /** Matches all keys that this template can make under a prefix, and hardly any others. */
    Pattern ownKeys(String prefix) {
        String directory = directory(prefix);
        return Pattern.compile(
                Arrays.stream(parts).map(part -> part.pattern(directory)).collect(Collectors.joining()));
    }

    /** What all keys under a prefix begin with; empty if the template begins with a hash, an id or such. */
    String fixedPrefix(String prefix) {
        StringBuilder fixed = new StringBuilder();
        for (KeyPart part : parts) {
            if (part instanceof Literal literal) {
                fixed.append(literal.text());
            } else if (part == Placeholder.PREFIX) {
                fixed.append(directory(prefix));
            } else {
                break;
            }
        }
        return fixed.toString();
    }

    /** @throws IllegalArgumentException if it is neither empty nor a dot and something behind it without {@code /} */
    static String requireExtension(String extension) {
        if (!EXTENSION.matcher(extension).matches()) {
            throw new IllegalArgumentException("extension '" + extension
                    + "' must be empty, or a dot and something behind it without '/', such as .parquet");
        }
        return extension;
    }

    @Override
    public String toString() {
        return template;
    }

    private String render(Values values) {
        return Arrays.stream(parts).map(part -> part.render(values)).collect(Collectors.joining());
    }

    private void requireGood(String key, String advice) {
        fault(key)
                .ifPresent(fault ->
                        require(false, "it makes a key that " + fault + "; " + advice + ": '" + shortened(key) + "'"));
    }

    private static String shortened(String key) {
        return key.length() <= LONGEST_SHOWN ? key : key.substring(0, LONGEST_SHOWN) + "...";
    }

    private boolean has(Placeholder placeholder) {
        return Arrays.asList(parts).contains(placeholder);
    }

    private static String directory(String path) {
        return path.isEmpty() || path.endsWith("/") ? path : path + "/";
    }

    private static Optional<String> fault(String key) {
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MAX_KEY_BYTES
                ? Optional.of("has " + bytes + " bytes of UTF-8, and stores take " + MAX_KEY_BYTES)
                : BucketNames.fault(key);
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            throw new IllegalArgumentException("key template '" + template + "': " + fault);
        }
    }
}
