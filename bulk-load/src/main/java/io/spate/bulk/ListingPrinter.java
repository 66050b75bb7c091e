package io.spate.bulk;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/** Prints what a listing finds, a line each: in columns, or as JSON. */
final class ListingPrinter {
    private static final String COLUMNS = "%20s %14s  %s%n";

    private final PrintWriter out;
    private final boolean json;
    private long lines;

    ListingPrinter(PrintWriter out, boolean json) {
        this.out = out;
        this.json = json;
    }

    /** Prints an object. */
    void print(ObjectInfo info) {
        lines++;
        if (json) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("uri", info.uri());
            members.put("size", info.length());
            members.put("etag", info.etag());
            members.put("lastModified", info.lastModified());
            out.println(Json.of(members));
        } else {
            out.printf(
                    COLUMNS,
                    info.lastModified().truncatedTo(ChronoUnit.SECONDS),
                    info.length(),
                    Terminal.escape(info.uri().toString()));
        }
    }

    /** Prints what several keys have in common up to the next delimiter. */
    void print(ObjectUri prefix) {
        lines++;
        if (json) {
            out.println(Json.of(Map.of("prefix", prefix)));
        } else {
            out.printf(COLUMNS, "-", "-", Terminal.escape(prefix.toString()));
        }
    }

    long lines() {
        return lines;
    }

    /** Hands over what was printed so far; fails when it cannot be written any more. */
    void flush() throws OutputException {
        Output.flush(out);
    }
}
