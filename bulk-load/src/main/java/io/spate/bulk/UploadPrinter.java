package io.spate.bulk;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import io.spate.engine.UploadInfo;

/** Prints uploads, a line each: in columns, or as JSON. */
final class UploadPrinter {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    UploadPrinter(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Prints an upload that is open. */
    void open(UploadInfo upload) {
        if (json) {
            out.println(Json.of(members(upload)));
        } else {
            line(upload, "%-5s".formatted(owner(upload)));
        }
    }

    /** Prints what has become of an upload. */
    void ended(UploadInfo upload, AbortOutcome outcome) {
        if (json) {
            Map<String, Object> members = members(upload);
            members.put("outcome", outcome.status().text());
            outcome.failure().ifPresent(failure -> members.put("error", Failure.describe(failure)));
            out.println(Json.of(members));
        } else {
            line(upload, "%-5s  %-11s".formatted(owner(upload), outcome.status().text()));
        }
        outcome.failure().ifPresent(failure -> err.println("spate: " + Failure.describe(failure)));
    }

    /** Hands over what was printed so far; fails when it cannot be written any more. */
    void flush() throws OutputException {
        err.flush();
        Output.flush(out);
    }

    private void line(UploadInfo upload, String columns) {
        out.printf(
                "%20s  %s  %s%n",
                upload.initiated().truncatedTo(ChronoUnit.SECONDS),
                columns,
                Terminal.escape(upload.uri().toString()));
    }

    private static String owner(UploadInfo upload) {
        return UploadFilter.isOwn(upload) ? "own" : "other";
    }

    private static Map<String, Object> members(UploadInfo upload) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("uri", upload.uri());
        members.put("uploadId", upload.uploadId());
        members.put("initiated", upload.initiated());
        members.put("own", UploadFilter.isOwn(upload));
        return members;
    }
}
