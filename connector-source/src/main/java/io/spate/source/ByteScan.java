package io.spate.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds a byte in an array, eight at a time. */
final class ByteScan {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteScan() {}

    /** The index of the first such byte in {@code [from, to)}, or -1. */
    static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        int at = from;
        long pattern = (wanted & 0xffL) * ONES;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            // The wanted byte becomes zero. Subtracting one from each byte sets the high bit of zeros, and that of some
            // bytes behind the first zero; in little-endian order the first is the lowest.
            long zeroed = (long) LONGS.get(bytes, at) ^ pattern;
            long hits = (zeroed - ONES) & ~zeroed & HIGH_BITS;
            if (hits != 0) {
                return at + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == wanted) {
                return at;
            }
        }
        return -1;
    }
}
