package io.spate.bulk;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells a person how far things are: with a bar that is drawn over itself, or with a line when a step is done. */
final class Progress {
    private static final int WIDTH = 24;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter target;
    private final boolean live;
    private String step = "";
    private long startNanos;

    /** @param live whether a terminal shows what is printed, so that a bar can be drawn */
    Progress(PrintWriter target, boolean live) {
        this.target = target;
        this.live = live;
    }

    void begin(String name) {
        step = name;
        startNanos = System.nanoTime();
    }

    /** Draws the bar. */
    void update(long objects, long bytes, long totalBytes) {
        if (!live) {
            return;
        }
        double share = totalBytes == 0 ? 1 : Math.min(1, (double) bytes / totalBytes);
        int filled = (int) (share * WIDTH);
        target.printf(
                Locale.ROOT,
                "%s%-9s [%s%s] %3.0f %%  %s, %d objects, %s/s",
                ERASE_LINE,
                step,
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                100 * share,
                ByteSize.format(bytes),
                objects,
                ByteSize.format((long) (bytes / seconds())));
        target.flush();
    }

    /** Ends the step, with a line that stays. */
    void end(String line) {
        clear();
        target.printf(Locale.ROOT, "%s: %s, %.1f s%n", step, line, seconds());
        target.flush();
    }

    /** Takes the bar away. */
    void clear() {
        if (live) {
            target.print(ERASE_LINE);
            target.flush();
        }
    }

    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
