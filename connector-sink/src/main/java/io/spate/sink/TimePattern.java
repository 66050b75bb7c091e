package io.spate.sink;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats times. Formatting costs more than most other work on a record, so that the texts of some stretches of time in
 * which the text is the same are kept.
 */
final class TimePattern implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int KEPT = 64;
    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    /** Hours, days and so on of all zones begin at a multiple of this, or else {@link #stretchAround} sees it. */
    private static final long QUARTER = 15 * MINUTE;

    private final String pattern;
    private final ZoneId zone;
    private final long unit;
    private transient DateTimeFormatter formatter;
    private transient Stretch[] kept;

    /** @throws IllegalArgumentException if the pattern is none, or makes no buckets */
    TimePattern(String pattern, ZoneId zone) {
        this.pattern = pattern;
        this.zone = zone;
        this.unit = unit(pattern);
        check();
    }

    /** The text at a time, in milliseconds since 1970. */
    String format(long millis) {
        if (kept == null) {
            kept = new Stretch[KEPT];
        }
        int place = (int) Math.floorMod(Math.floorDiv(millis, unit), (long) KEPT);
        Stretch stretch = kept[place];
        if (stretch == null || !stretch.contains(millis)) {
            stretch = stretchAround(millis);
            kept[place] = stretch;
        }
        return stretch.text();
    }

    /** A whole unit, but only a second if the zone changes its time in the unit, or is not whole units off. */
    private Stretch stretchAround(long millis) {
        long start = millis - Math.floorMod(millis, unit);
        long offset = offset(start);
        boolean isWhole = offset == offset(start + unit - 1) && offset % unit == 0;
        long length = isWhole ? unit : SECOND;
        long first = millis - Math.floorMod(millis, length);
        return new Stretch(first, first + length - 1, text(millis));
    }

    private long offset(long millis) {
        return SECOND * zone.getRules().getOffset(Instant.ofEpochMilli(millis)).getTotalSeconds();
    }

    private String text(long millis) {
        if (formatter == null) {
            formatter = DateTimeFormatter.ofPattern(pattern, Locale.UK);
        }
        return formatter.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    /** Whether it mixes fields of different calendars, which is right on most days only. */
    private static boolean isMistaken(String pattern) {
        boolean weekYear = hasAnyOf(pattern, "Y") && !hasAnyOf(pattern, "w");
        boolean dayOfYear = hasAnyOf(pattern, "D") && hasAnyOf(pattern, "ML");
        return weekYear || dayOfYear;
    }

    private void check() {
        if (isMistaken(pattern)) {
            throw new IllegalArgumentException("bucketBy: date-time pattern '" + pattern
                    + "' has the year of a week without its week, or the day of a year beside a month; did you mean"
                    + " yyyy-MM-dd?");
        }
        try {
            BucketNames.check(text(0));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "bucketBy: date-time pattern '" + pattern + "' makes no buckets: " + e.getMessage()
                            + "; expected a pattern of DateTimeFormatter such as yyyy-MM-dd/HH",
                    e);
        }
    }

    /** The longest stretch in which the finest letter of a pattern does not change. Quoted letters are taken for letters. */
    private static long unit(String pattern) {
        if (hasAnyOf(pattern, "SnNA")) {
            return 1;
        }
        if (pattern.indexOf('s') >= 0) {
            return SECOND;
        }
        return hasAnyOf(pattern, "mB") ? MINUTE : QUARTER;
    }

    private static boolean hasAnyOf(String pattern, String letters) {
        return pattern.chars().anyMatch(c -> letters.indexOf(c) >= 0);
    }

    private record Stretch(long first, long last, String text) {
        boolean contains(long millis) {
            return first <= millis && millis <= last;
        }
    }
}
