package io.spate.hadoop;

import java.io.IOException;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;

/** What stands between two slashes of a pattern: a name, or what matches names as {@link GlobFilter} has it. */
final class GlobComponent {
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final String SPECIAL = "*?[{\\";

    private final String text;
    private final GlobFilter filter;

    /** @throws IOException if it is no pattern */
    GlobComponent(String text) throws IOException {
        this.text = text;
        this.filter = new GlobFilter(text);
    }

    boolean isName() {
        return !filter.hasPattern();
    }

    /** The name, if it is one. */
    String name() {
        return ESCAPED.matcher(text).replaceAll("$1");
    }

    boolean matches(Path path) {
        return filter.accept(path);
    }

    /** What every name that it matches begins with, as far as that can be seen at once. */
    String beginning() {
        int end = 0;
        while (end < text.length() && SPECIAL.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(0, end);
    }
}
