package io.spate.sink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import io.spate.engine.Nearest;
import io.spate.sink.KeyPart.Literal;
import io.spate.sink.KeyPart.Placeholder;

import static java.util.Objects.requireNonNull;

/** Takes the text of a template apart and refuses what could lose objects or mix them up. */
final class KeyTemplateParser {
    private static final List<String> NAMES = List.of(Placeholder.all());

    private final String template;
    private final List<KeyPart> parts = new ArrayList<>();

    private KeyTemplateParser(String template) {
        this.template = template;
    }

    static List<KeyPart> parse(String template, boolean bucketed) {
        KeyTemplateParser parser = new KeyTemplateParser(requireNonNull(template, "key template is null"));
        parser.cut();
        if (!bucketed && template.equals(KeyTemplate.DEFAULT)) {
            parser.parts.remove(Placeholder.BUCKET);
        }
        parser.check(bucketed);
        return parser.parts;
    }

    private void cut() {
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            int end = open < 0 ? template.length() : open;
            addLiteral(template.substring(at, end));
            at = open < 0 ? end : addPlaceholder(open);
        }
    }

    private void addLiteral(String text) {
        require(text.indexOf('}') < 0, "a '}' has no '{' before it; braces cannot be part of keys");
        if (!text.isEmpty()) {
            parts.add(new Literal(text));
        }
    }

    /** Returns where it ends. */
    private int addPlaceholder(int open) {
        int close = template.indexOf('}', open);
        int next = template.indexOf('{', open + 1);
        require(
                close >= 0 && (next < 0 || close < next),
                "the '{' at character " + (open + 1) + " has no '}' behind it; braces cannot be part of keys");
        parts.add(placeholder(template.substring(open, close + 1)));
        return close + 1;
    }

    private Placeholder placeholder(String name) {
        Optional<Placeholder> known = Arrays.stream(Placeholder.values())
                .filter(placeholder -> placeholder.toString().equals(name))
                .findFirst();
        return known.orElseThrow(() -> malformed("unknown placeholder " + name + ": did you mean "
                + Nearest.to(name, NAMES) + "? There are " + String.join(" ", NAMES)));
    }

    private void check(boolean bucketed) {
        for (Placeholder placeholder : Placeholder.values()) {
            require(
                    Collections.frequency(parts, placeholder) <= 1,
                    placeholder + " occurs more than once; keep one of them");
        }
        require(has(Placeholder.PREFIX), "add {prefix}, or objects would not lie below the path of the sink");
        require(
                has(Placeholder.ID) && has(Placeholder.COUNTER),
                "add " + (has(Placeholder.ID) ? "{counter}" : "{id}")
                        + ", since only {id} and {counter} together make each key another");
        require(
                has(Placeholder.BUCKET) || !bucketed,
                "add {bucket}, since records are put in buckets, and their objects would lie together");
        require(
                !has(Placeholder.BUCKET) || bucketed,
                "take {bucket} out or call bucketBy(...), since records are not put in buckets");
        require(
                isCounterApart(),
                "put something that is no digit, such as '-', between {counter} and what follows it, or {counter} behind"
                        + " {bucket}, since digits at the start of a bucket would run into the counter");
    }

    /** Everything but the bucket and the counter has a fixed length, and a bucket in front of a counter ends in a slash. */
    private boolean isCounterApart() {
        int counter = parts.indexOf(Placeholder.COUNTER);
        return counter > parts.indexOf(Placeholder.BUCKET)
                || (parts.get(counter + 1) instanceof Literal literal
                        && !Character.isDigit(literal.text().charAt(0)));
    }

    private boolean has(Placeholder placeholder) {
        return parts.contains(placeholder);
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            throw malformed(fault);
        }
    }

    private IllegalArgumentException malformed(String fault) {
        return new IllegalArgumentException("key template '" + template + "': " + fault);
    }
}
