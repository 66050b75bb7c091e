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
    WriteSettings {
        requireNonNull(profile, "profile is null");
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

    PartSizer sizer(WriteTarget target) {
        return new PartSizer(profile, firstPart, target.length());
    }
}
