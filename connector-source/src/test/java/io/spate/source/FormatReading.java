package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import io.spate.engine.ByteRange;

/** Reads arrays through formats the way splits do. */
final class FormatReading {
    /** The records of one unit, and where the next unit starts. */
    record Unit<T>(List<T> records, long next) {}

    private FormatReading() {}

    /** All units of a range, from a position. */
    static <T> List<Unit<T>> units(
            RecordFormat<T> format, byte[] object, ByteRange range, long position, RandomGenerator random)
            throws IOException {
        List<Unit<T>> units = new ArrayList<>();
        try (RecordReader<T> reader = format.reader(new BytesInput(object, random), range, position)) {
            while (true) {
                long before = reader.position();
                List<T> records = new ArrayList<>();
                switch (reader.next(records::add)) {
                    case UNIT -> units.add(new Unit<>(records, reader.position()));
                    case WOKEN -> {
                        // Before its first unit a reader may learn where that starts.
                        if ((reader.position() != before && !units.isEmpty()) || !records.isEmpty()) {
                            throw new AssertionError("woken up in the middle of a unit at " + before);
                        }
                    }
                    case END -> {
                        return units;
                    }
                }
            }
        }
    }

    /** All records of an object, read in one range. */
    static <T> List<T> records(RecordFormat<T> format, byte[] object) throws IOException {
        return records(units(format, object, new ByteRange(0, object.length), 0, () -> -1L));
    }

    static <T> List<T> records(List<Unit<T>> units) {
        return units.stream().flatMap(unit -> unit.records().stream()).toList();
    }

    /** Cuts an object at random places. */
    static List<ByteRange> cut(int length, RandomGenerator random) {
        List<ByteRange> ranges = new ArrayList<>();
        int start = 0;
        while (start < length) {
            int end = Math.min(length, start + 1 + random.nextInt(Math.max(1, length / (1 + random.nextInt(6)))));
            ranges.add(new ByteRange(start, end));
            start = end;
        }
        return ranges;
    }
}
