package io.spate.it;

import java.nio.charset.StandardCharsets;

/**
 * Lines of one length, each of which its number gives, so that any range of them can be made. They have an id, a kind of
 * three digits and an amount of six. Immutable.
 */
final class FixedLines implements GeneratedStore.Content {
    static final int LENGTH = 256;
    static final String COLUMNS = "(id BIGINT, kind INT, amount BIGINT, pad STRING)";

    private static final long FIRST_ID = 100_000_000_000L;
    private static final String ID = "I".repeat(12);
    private static final String KIND = "KKK";
    private static final String AMOUNT = "AAAAAA";

    private final byte[] template;
    private final int id;
    private final int kind;
    private final int amount;
    private final int pad;
    private final long linesOfObject;

    private FixedLines(String before, String after, long linesOfObject) {
        this.pad = LENGTH - before.length() - after.length();
        String text = before + "x".repeat(pad) + after;
        this.template = text.getBytes(StandardCharsets.US_ASCII);
        this.id = text.indexOf(ID);
        this.kind = text.indexOf(KIND);
        this.amount = text.indexOf(AMOUNT);
        this.linesOfObject = linesOfObject;
    }

    static FixedLines csv(long linesOfObject) {
        return new FixedLines(ID + "," + KIND + "," + AMOUNT + ",", "\n", linesOfObject);
    }

    static FixedLines json(long linesOfObject) {
        return new FixedLines(
                "{\"id\":" + ID + ",\"kind\":" + KIND + ",\"amount\":" + AMOUNT + ",\"pad\":\"",
                "\"}\n",
                linesOfObject);
    }

    static long id(long line) {
        return FIRST_ID + line;
    }

    static int kind(long line) {
        return 100 + (int) (mixed(line) % 900);
    }

    static long amount(long line) {
        return 100_000 + mixed(~line) % 900_000;
    }

    @Override
    public void fill(int object, long offset, byte[] range) {
        byte[] line = template.clone();
        int done = 0;
        while (done < range.length) {
            long at = offset + done;
            int skip = (int) (at % LENGTH);
            write(line, object * linesOfObject + at / LENGTH);
            int count = Math.min(LENGTH - skip, range.length - done);
            System.arraycopy(line, skip, range, done, count);
            done += count;
        }
    }

    /** Adds lines to totals, as they lie in the bytes of whole lines. */
    void addTo(Totals totals, byte[] lines) {
        for (int start = 0; start < lines.length; start += LENGTH) {
            totals.add(
                    number(lines, start + id, ID.length()),
                    (int) number(lines, start + kind, KIND.length()),
                    number(lines, start + amount, AMOUNT.length()),
                    pad);
        }
    }

    private void write(byte[] line, long number) {
        digits(line, id, ID.length(), id(number));
        digits(line, kind, KIND.length(), kind(number));
        digits(line, amount, AMOUNT.length(), amount(number));
    }

    private static void digits(byte[] target, int offset, int count, long number) {
        long left = number;
        for (int i = offset + count - 1; i >= offset; i--) {
            target[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private static long number(byte[] source, int offset, int count) {
        long number = 0;
        for (int i = offset; i < offset + count; i++) {
            number = 10 * number + source[i] - '0';
        }
        return number;
    }

    private static long mixed(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        return (mixed ^ (mixed >>> 29)) >>> 1;
    }
}
