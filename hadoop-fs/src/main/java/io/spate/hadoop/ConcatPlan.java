package io.spate.hadoop;

import java.util.ArrayList;
import java.util.List;

import io.spate.engine.ByteRange;
import io.spate.engine.StoreProfile;

/**
 * Which parts make one object of several. A part is a range of one object, which the store copies, wherever that is large
 * enough; what is too small for a part is joined with the bytes behind it and has to pass through here. Pure.
 *
 * @param parts in order; together they have all bytes of all objects, each once
 */
record ConcatPlan(List<PartPlan> parts) {
    /**
     * A range of one of the objects.
     *
     * @param object its number, from 0
     */
    record Segment(int object, ByteRange range) {}

    /**
     * One part.
     *
     * @param segments in order, none of them empty
     * @param copied whether the store can copy it: it has one segment, of an object that ranges may be copied from
     */
    record PartPlan(List<Segment> segments, boolean copied) {
        PartPlan {
            segments = List.copyOf(segments);
        }

        long length() {
            return segments.stream()
                    .mapToLong(segment -> segment.range().length())
                    .sum();
        }
    }

    /** A part is copied in seconds. */
    private static final long PREFERRED = 256L << 20;

    ConcatPlan {
        parts = List.copyOf(parts);
    }

    /**
     * The parts of these objects.
     *
     * @param lengths of the objects, in order
     * @throws IllegalArgumentException if the store takes no object that large
     */
    static ConcatPlan of(List<Long> lengths, StoreProfile profile) {
        long total = lengths.stream().mapToLong(Long::longValue).sum();
        for (long unit = profile.minimumPart(); total <= profile.maximumObject(); unit *= 2) {
            List<PartPlan> parts = new Cutter(lengths, profile, Math.min(unit, profile.maximumPart())).cut();
            if (parts.size() <= profile.maximumParts()) {
                return new ConcatPlan(parts);
            }
            if (unit >= profile.maximumPart()) {
                break;
            }
        }
        throw new IllegalArgumentException("an object of " + total + " bytes is larger than the store takes: at most "
                + profile.maximumObject() + " bytes, in " + profile.maximumParts() + " parts of at most "
                + profile.maximumPart());
    }

    /** Cuts objects one after the other, with what is too small for a part carried over to the next one. */
    private static final class Cutter {
        private final List<Long> lengths;
        private final StoreProfile profile;
        private final long smallest;
        private final long largest;
        private final List<PartPlan> parts = new ArrayList<>();
        private List<Segment> carried = new ArrayList<>();
        private long carriedBytes;

        Cutter(List<Long> lengths, StoreProfile profile, long smallest) {
            this.lengths = lengths;
            this.profile = profile;
            this.smallest = smallest;
            this.largest = Math.max(smallest, Math.min(PREFERRED, profile.maximumPart()));
        }

        List<PartPlan> cut() {
            for (int object = 0; object < lengths.size(); object++) {
                cut(object, lengths.get(object));
            }
            if (carriedBytes > 0) {
                endPart();
            }
            return parts;
        }

        private void cut(int object, long length) {
            long start = 0;
            if (carriedBytes > 0) {
                start = Math.min(length, smallest - carriedBytes);
                carry(object, 0, start);
            }
            long size = evenSize(length - start);
            while (length - start >= smallest) {
                long end = Math.min(length, start + size);
                if (end - start < smallest) {
                    break;
                }
                carry(object, start, end);
                endPart();
                start = end;
            }
            carry(object, start, length);
        }

        /** The size that leaves no small rest, where there is one. */
        private long evenSize(long length) {
            long count = Math.max(1, divideUp(length, largest));
            long even = divideUp(length, count);
            return length - (count - 1) * even >= smallest ? even : largest;
        }

        private void carry(int object, long start, long end) {
            if (start == end) {
                return;
            }
            carried.add(new Segment(object, new ByteRange(start, end)));
            carriedBytes += end - start;
            if (carriedBytes >= smallest && carried.size() > 1) {
                endPart();
            }
        }

        private void endPart() {
            if (carriedBytes == 0) {
                return;
            }
            boolean copied = carried.size() == 1 && lengths.get(carried.get(0).object()) > profile.minimumPart();
            parts.add(new PartPlan(carried, copied));
            carried = new ArrayList<>();
            carriedBytes = 0;
        }

        private static long divideUp(long value, long by) {
            return (value + by - 1) / by;
        }
    }
}
