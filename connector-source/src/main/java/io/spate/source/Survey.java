package io.spate.source;

import java.util.Optional;
import java.util.OptionalLong;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.StoreException;

/** Lists what a source is going to read, but not for long: to tell how much there is before there is a job. */
final class Survey {
    /** More than this is much, whatever it is. */
    private static final int MAX_PAGES = 10;

    private final ObjectStore store;
    private final ScanSettings settings;

    Survey(ObjectStore store, ScanSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /** How many bytes the objects have, by one LIST; empty if that does not tell of all of them. */
    OptionalLong bytes() throws StoreException {
        PathListing listing = new PathListing(store, settings, PathListing.beginning(Optional.empty()));
        PathListing.Page page = listing.nextPage();
        listing.advance(page);
        return listing.isDone()
                ? OptionalLong.of(
                        page.objects().stream().mapToLong(ObjectInfo::length).sum())
                : OptionalLong.empty();
    }

    /**
     * How many readers are worth having. Lists no further than until that is as many as there may be.
     *
     * @param most what the answer may be, at least 1
     * @param bytesPerReader what each of them should have to read
     */
    int readers(SplitPlanner planner, int most, long bytesPerReader) throws StoreException {
        PathListing listing = new PathListing(store, settings, PathListing.beginning(Optional.empty()));
        long volume = 0;
        long splits = 0;
        for (int pages = 0; !listing.isDone(); pages++) {
            if (pages == MAX_PAGES) {
                return most;
            }
            PathListing.Page page = listing.nextPage();
            page.objects().forEach(planner::add);
            listing.advance(page);
            Optional<SpateSplit> split = planner.next(listing.isDone());
            while (split.isPresent()) {
                splits++;
                volume += SplitPlanner.weight(split.get());
                if (Math.min(splits, ceil(volume, bytesPerReader)) >= most) {
                    return most;
                }
                split = planner.next(listing.isDone());
            }
        }
        return Math.toIntExact(Math.max(1, Math.min(splits, ceil(volume, bytesPerReader))));
    }

    private static long ceil(long volume, long unit) {
        return (volume + unit - 1) / Math.max(1, unit);
    }
}
