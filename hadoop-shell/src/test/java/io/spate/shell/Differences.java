package io.spate.shell;

import java.util.Map;

/** Where a store answers otherwise than local files do, and why. Everything else is the same. */
final class Differences {
    private static final String NOT_APPENDED =
            "cannot append to $B/d/%s: objects do not grow; write a new file, and concat it if need be";

    /** By command. */
    static final Map<String, Difference> ALL = Map.of(
            "-put $L/small.txt $B/d/small.txt/below",
            new Difference(
                    "1\nput: there is a file above $B/d/small.txt/below._COPYING_: $B/d/small.txt",
                    "the file system words its own refusals"),
            "-mkdir -p $B/d/small.txt/below",
            new Difference(
                    "1\nmkdir: there is a file above $B/d/small.txt/below: $B/d/small.txt",
                    "the file system words its own refusals"),
            "-appendToFile $L/other.txt $B/d/appended",
            new Difference(notAppended("appended"), "the refusal says what to do instead; local files refuse it too"),
            "-appendToFile $L/other.txt $B/d/small.txt",
            new Difference(notAppended("small.txt"), "the refusal says what to do instead; local files refuse it too"),
            "-stat %o $B/d/small.txt",
            new Difference("0\n134217728", "blocks have the size of the option block-size"),
            "-getfattr -d $B/d/small.txt",
            new Difference(
                    """
                    0
                    # file: $B/d/small.txt
                    header.Content-Length="12"
                    header.Content-Type="binary/octet-stream"
                    header.ETag="0f723ae7f9bf07744445e93ac5595156"
                    header.Last-Modified=ANY
                    header.spate-upload=ANY""",
                    "headers are attributes; Hadoop reads none of local files"),
            "-getfattr -n header.Content-Length $B/d/small.txt",
            new Difference(
                    "0\n# file: $B/d/small.txt\nheader.Content-Length=\"12\"",
                    "headers are attributes; Hadoop reads none of local files"),
            "-df $B/d",
            new Difference(
                    """
                    0
                    Filesystem Size Used Available Use%
                    spate://session 9223372036854775807 1 9223372036854775806 0%""",
                    "a store does not say how much it can hold, so it is all that a number can say"),
            "-getfacl $B/d/small.txt",
            new Difference(
                    "0\n# file: $B/d/small.txt\n# owner: USER\n# group: USER\nuser::rw-\ngroup::rw-\nother::rw-\n",
                    "nobody is kept from a file but by the store, so the file system says that all may"));

    private Differences() {}

    private static String notAppended(String name) {
        return "-1\n-appendToFile: Fatal internal error\njava.lang.UnsupportedOperationException: "
                + NOT_APPENDED.formatted(name);
    }

    /** What the store answers, and why. */
    record Difference(String answer, String reason) {}
}
