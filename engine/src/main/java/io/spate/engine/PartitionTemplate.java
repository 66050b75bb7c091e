package io.spate.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Parses the template of a {@link PartitionLayout}, and checks that what it writes can be read in one way only. */
final class PartitionTemplate {
    private final List<String> columns;
    private final String template;
    private final List<PartitionToken> tokens = new ArrayList<>();
    private final Set<Integer> plain = new TreeSet<>();
    private final TreeMap<Integer, Set<Integer>> fields = new TreeMap<>();
    private boolean valueInDirectory;
    private boolean atStart = true;

    PartitionTemplate(List<String> columns, String template) {
        this.columns = columns;
        this.template = template;
        if (template.startsWith("/") || template.endsWith("/") || template.contains("//")) {
            throw malformed("'/' stands between directories, and at neither end");
        }
        parse();
        checkColumns();
    }

    List<PartitionToken> tokens() {
        return tokens;
    }

    private void parse() {
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            text(template.substring(at, open < 0 ? template.length() : open));
            if (open < 0) {
                return;
            }
            int close = template.indexOf('}', open);
            if (close < 0) {
                throw malformed("'{' is never closed, at index " + open);
            }
            placeholder(template.substring(open + 1, close));
            at = close + 1;
        }
    }

    private void text(String text) {
        if (text.contains("}")) {
            throw malformed("'}' without '{'");
        }
        if (!text.isEmpty()) {
            tokens.add(new PartitionToken.Text(text));
            atStart = text.endsWith("/");
            valueInDirectory &= !text.contains("/");
        }
    }

    private void placeholder(String content) {
        int colon = content.indexOf(':');
        String name = colon < 0 ? content : content.substring(0, colon);
        int column = columns.indexOf(name);
        if (column < 0) {
            throw malformed("'" + name + "' is none of the columns of PARTITIONED BY " + columns);
        }
        if (colon < 0) {
            value(column);
        } else {
            date(column, content.substring(colon + 1));
        }
        atStart = false;
    }

    private void value(int column) {
        if (valueInDirectory) {
            throw malformed("'{" + columns.get(column) + "}' needs a '/' between it and the column before it");
        }
        if (!plain.add(column)) {
            throw malformed("'{" + columns.get(column) + "}' is there twice");
        }
        tokens.add(new PartitionToken.Value(column, atStart));
        valueInDirectory = true;
    }

    private void date(int column, String pattern) {
        List<Integer> found = PartitionDate.fieldsOf(pattern);
        if (found.isEmpty() || PartitionDate.hasOtherLetters(pattern)) {
            throw malformed("'" + pattern + "' is no pattern of yyyy, MM, dd, HH, mm and ss");
        }
        Set<Integer> known = fields.computeIfAbsent(column, key -> new TreeSet<>());
        if (!found.stream().allMatch(known::add)) {
            throw malformed("a field of '" + columns.get(column) + "' is there twice");
        }
        String slash = "";
        for (String part : pattern.split("/", -1)) {
            text(slash);
            if (PartitionDate.fieldsOf(part).isEmpty()) {
                throw malformed("'" + part + "' of the pattern '" + pattern + "' has no field");
            }
            tokens.add(new PartitionToken.Date(column, part));
            slash = "/";
        }
    }

    private void checkColumns() {
        for (int column = 0; column < columns.size(); column++) {
            Set<Integer> found = fields.getOrDefault(column, Set.of());
            if (plain.contains(column) != found.isEmpty()) {
                throw malformed("column '" + columns.get(column) + "' must be there, as '{" + columns.get(column)
                        + "}' or with a pattern such as '{" + columns.get(column) + ":yyyy/MM/dd}'");
            }
            if (!List.copyOf(found)
                    .equals(IntStream.range(0, found.size()).boxed().toList())) {
                throw malformed("the pattern of '" + columns.get(column)
                        + "' must have the fields from yyyy to the finest: yyyy, MM, dd, HH, mm, ss");
            }
        }
    }

    private IllegalArgumentException malformed(String reason) {
        return new IllegalArgumentException(
                "option '" + TableOption.PARTITION_TEMPLATE + "' = '" + template + "': " + reason);
    }
}
