package io.spate.bulk;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What one command line answered. */
record Cli(int exitCode, String out, String err) {
    /** Runs a command line in this process. */
    static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Spate.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Cli(exitCode, out.toString(), err.toString());
    }

    /** The last line of standard output. */
    String lastLine() {
        return out.lines().reduce((before, line) -> line).orElse("");
    }
}
