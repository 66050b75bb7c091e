package io.spate.engine;

import static java.util.Objects.requireNonNull;

/**
 * How objects of one bucket are written.
 *
 * @param firstPart bytes of the first part of an upload
 * @param concurrency parts of one object in flight
 * @param verifySize whether the size is verified once an upload is complete
 */
record WriteSettings(StoreProfile profile, long firstPart, int concurrency, boolean verifySize) {
    private static final long LARGEST_EQUAL_PART = 1L << 30;

    WriteSettings {
        requireNonNull(profile, "profile is null");
        if (profile.equalParts() && firstPart > LARGEST_EQUAL_PART) {
            throw new IllegalArgumentException("option '" + Option.PART_SIZE + "' = '" + Option.formatSize(firstPart)
                    + "': at most " + Option.formatSize(LARGEST_EQUAL_PART) + " where all parts must be equal, since"
                    + " what is less than a part is kept with the state of a writer");
        }
        if (firstPart < 1 || concurrency < 1) {
            throw new IllegalArgumentException("firstPart " + firstPart + ", concurrency " + concurrency);
        }
    }

    /** @param options resolved for the bucket */
    static WriteSettings of(SpateOptions options) {
        return new WriteSettings(
                StoreProfile.of(options),
                options.get(Option.PART_SIZE),
                options.get(Option.WRITE_CONCURRENCY),
                options.get(Option.VERIFY_SIZE));
    }

    /** Bytes with which a part may be sent before it is full. */
    long smallestPart() {
        return profile.equalParts() ? Long.MAX_VALUE : profile.minimumPart();
    }

    /** Whether so many bytes may be a part with others behind it, one of {@code partSize} bytes when full. */
    boolean isPart(long bytes, long partSize) {
        return bytes >= (profile.equalParts() ? partSize : profile.minimumPart());
    }

    PartSizer sizer(WriteTarget target) {
        return new PartSizer(profile, firstPart, target.length());
    }
}
