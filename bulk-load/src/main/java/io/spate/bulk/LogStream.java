package io.spate.bulk;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SplittableRandom;

/** Bytes that look like the log of a server, the same for the same seed; cut off anywhere, also within a line. */
final class LogStream extends InputStream {
    private static final String[] LEVELS = {"INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"};
    private static final String[] MESSAGES = {
        "request served", "cache miss", "connection accepted", "retry scheduled", "user logged in", "größe geändert"
    };

    private final SplittableRandom random;
    private long remaining;
    private long number;
    private byte[] line = {};
    private int position;

    LogStream(long length, long seed) {
        this.remaining = length;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (remaining == 0 && length > 0) {
            return -1;
        }
        int wanted = (int) Math.min(length, remaining);
        int filled = 0;
        while (filled < wanted) {
            if (position == line.length) {
                nextLine();
            }
            int count = Math.min(wanted - filled, line.length - position);
            System.arraycopy(line, position, target, offset + filled, count);
            position += count;
            filled += count;
        }
        remaining -= filled;
        return filled;
    }

    private void nextLine() {
        String text = "line=" + number++ + " level=" + LEVELS[random.nextInt(LEVELS.length)] + " session="
                + Long.toHexString(random.nextLong()) + " ms=" + random.nextInt(5000) + " "
                + MESSAGES[random.nextInt(MESSAGES.length)] + "\n";
        line = text.getBytes(StandardCharsets.UTF_8);
        position = 0;
    }
}
