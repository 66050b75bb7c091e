package io.spate.engine;

/**
 * How an object is cut into the parts that are copied: all of one size but the last, which may be smaller. Parts are as
 * large as one request copies in seconds, and larger where there would be too many.
 *
 * @param length bytes of the object, at least 1
 * @param partSize bytes of every part but the last
 */
record CopyPlan(long length, long partSize) {
    private static final long PREFERRED = 256L << 20;

    CopyPlan {
        if (length < 1 || partSize < 1 || divideUp(length, partSize) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("no parts of " + partSize + " bytes make " + length);
        }
    }

    /**
     * The parts of an object.
     *
     * @throws IllegalArgumentException if so many as there may be of the largest are not enough
     */
    static CopyPlan of(long length, StoreProfile profile) {
        if (length > profile.maximumObject() || divideUp(length, profile.maximumPart()) > profile.maximumParts()) {
            throw new IllegalArgumentException(
                    "an object of " + length + " bytes is larger than the store takes: at most "
                            + profile.maximumObject() + " bytes, in " + profile.maximumParts() + " parts of at most "
                            + profile.maximumPart());
        }
        long wanted = Math.max(PREFERRED, divideUp(length, profile.maximumParts()));
        long largest = Math.max(profile.minimumPart(), Math.min(wanted, profile.maximumPart()));
        long even = divideUp(length, divideUp(length, largest));
        return new CopyPlan(length, Math.max(profile.minimumPart(), even));
    }

    int count() {
        return (int) divideUp(length, partSize);
    }

    /** @param number of the part, from 1 */
    ByteRange range(int number) {
        long start = (number - 1) * partSize;
        return new ByteRange(start, Math.min(length, start + partSize));
    }

    private static long divideUp(long dividend, long divisor) {
        return (dividend - 1) / divisor + 1;
    }
}
