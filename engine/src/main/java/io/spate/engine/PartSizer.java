package io.spate.engine;

import java.util.OptionalLong;

import static java.util.Objects.requireNonNull;

/**
 * Decides how large each part of an upload is. Pure.
 *
 * <p>The object whose length is known has parts of one size. Of any other nobody knows how large it gets, so its parts
 * grow with it: small ones first, then a {@value #GROWTH}th of what there is, up to {@value #MODEST_PART} bytes while the
 * object has less than {@value #MODEST_OBJECT} bytes; beyond that as large as it takes to reach the largest object within
 * the parts that are left. With a first part of 8 MiB the object has 200 GiB after about 4,500 parts.
 *
 * @param first bytes of the first part
 * @param length of the object, if it is known
 */
record PartSizer(StoreProfile profile, long first, OptionalLong length) {
    private static final int GROWTH = 640;
    private static final long MODEST_PART = 64L << 20;
    private static final long MODEST_OBJECT = 200L << 30;
    private static final long MIB = 1L << 20;

    PartSizer {
        requireNonNull(profile, "profile is null");
        requireNonNull(length, "length is null");
        if (first < 1) {
            throw new IllegalArgumentException("a part must have a byte: " + first);
        }
    }

    /** How many parts a writer may send. The last number is left to what {@link Engine#finish} sends. */
    int mostParts() {
        return profile.maximumParts() - 1;
    }

    /**
     * Bytes of the next part.
     *
     * @param number of the part, from 1
     * @param written bytes of all parts before it
     */
    long next(int number, long written) {
        long smallest = Math.max(first, profile.minimumPart());
        long size = profile.equalParts() || written < length.orElse(0)
                ? even(smallest)
                : growing(number, written, smallest);
        return Math.min(size, profile.maximumPart());
    }

    private long even(long smallest) {
        long needed = divideUp(length.orElse(0), mostParts());
        return needed <= smallest ? smallest : roundUp(needed, MIB);
    }

    private long growing(int number, long written, long smallest) {
        if (written >= MODEST_OBJECT) {
            int left = Math.max(1, mostParts() - number + 1);
            return Math.max(smallest, roundUp(divideUp(profile.maximumObject() - written, left), MIB));
        }
        long share = written / GROWTH;
        return share <= smallest
                ? smallest
                : Math.max(smallest, Math.min(MODEST_PART, roundUp(share, BufferPool.BLOCK)));
    }

    private static long divideUp(long value, long by) {
        return (value + by - 1) / by;
    }

    private static long roundUp(long value, long unit) {
        return divideUp(value, unit) * unit;
    }
}
