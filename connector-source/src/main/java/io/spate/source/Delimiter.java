package io.spate.source;

import java.nio.charset.Charset;
import java.util.Arrays;

/** The bytes between two lines. Immutable. */
final class Delimiter implements RecordEnd {
    private final byte[] bytes;
    private final byte[] carriageReturn;
    private final int codeUnit;
    private final int anchor;

    /** @param dropsCarriageReturn whether a carriage return in front of the delimiter goes with it */
    Delimiter(String text, Charset charset, boolean dropsCarriageReturn) {
        this.codeUnit = LineCharset.codeUnit(charset, text);
        this.bytes = text.getBytes(charset);
        this.carriageReturn = dropsCarriageReturn ? "\r".getBytes(charset) : new byte[0];
        this.anchor = firstNonZero(bytes);
    }

    @Override
    public int length() {
        return bytes.length;
    }

    @Override
    public int indexOf(byte[] buffer, int from, int to, long origin) {
        int end = to - bytes.length + anchor + 1;
        int at = ByteScan.indexOf(buffer, from + anchor, end, bytes[anchor]);
        while (at >= 0 && !isAt(buffer, at - anchor, origin)) {
            at = ByteScan.indexOf(buffer, at + 1, end, bytes[anchor]);
        }
        return at < 0 ? -1 : at - anchor;
    }

    @Override
    public int trimmedEnd(byte[] buffer, int start, int end) {
        int length = carriageReturn.length;
        boolean isReturn = length > 0
                && end - start >= length
                && Arrays.equals(buffer, end - length, end, carriageReturn, 0, length);
        return isReturn ? end - length : end;
    }

    @Override
    public long firstTouched(long rangeStart) {
        return aligned(Math.max(0, rangeStart - bytes.length));
    }

    /** The first offset, not before another, at which a code unit and thus a delimiter can start. */
    private long aligned(long offset) {
        return (offset + codeUnit - 1) / codeUnit * codeUnit;
    }

    /**
     * Whether the delimiter can overlap with itself, as "aa" does in "aaa". Which of those it is depends on where reading
     * starts, so that such lines must be read from the start of the object.
     */
    boolean overlapsItself() {
        for (int shift = codeUnit; shift < bytes.length; shift += codeUnit) {
            if (Arrays.equals(bytes, shift, bytes.length, bytes, 0, bytes.length - shift)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] buffer, int start, long origin) {
        return (codeUnit == 1 || (origin + start) % codeUnit == 0)
                && (bytes.length == 1 || Arrays.equals(buffer, start, start + bytes.length, bytes, 0, bytes.length));
    }

    /** Zeros are half of all bytes of ASCII text in UTF-16, so it is another byte that is searched for. */
    private static int firstNonZero(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != 0) {
                return i;
            }
        }
        return 0;
    }
}
