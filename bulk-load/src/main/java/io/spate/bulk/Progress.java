package io.spate.bulk;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells a person how far things are: with a bar that is drawn over itself, or with a line when a step is done. */
final class Progress {
    private static final int WIDTH = 24;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter target;
    private final boolean live;

    /** @param live whether a terminal shows what is printed, so that a bar can be drawn */
    Progress(PrintWriter target, boolean live) {
        this.target = target;
        this.live = live;
    }

    /** Says what is waited for, in the place of the bar. */
    void waiting(String reason) {
        draw(reason + " ...");
    }

    /** Draws the bar. */
    void update(String step, Moved moved, long totalBytes) {
        double share = totalBytes == 0 ? 1 : Math.min(1, (double) moved.bytes() / totalBytes);
        int filled = (int) (share * WIDTH);
        draw(String.format(
                Locale.ROOT,
                "%-9s [%s%s] %3.0f %%  %s, %s",
                step,
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                100 * share,
                moved.amount(),
                moved.rate()));
    }

    /** Ends the step, with a line that stays. */
    void end(String step, Moved moved) {
        clear();
        target.printf(Locale.ROOT, "%s: %s, %.2f s%n", step, moved.amount(), moved.seconds());
        target.flush();
    }

    /** Takes the bar away. */
    void clear() {
        draw("");
    }

    private void draw(String line) {
        if (live) {
            target.print(ERASE_LINE + line);
            target.flush();
        }
    }
}
