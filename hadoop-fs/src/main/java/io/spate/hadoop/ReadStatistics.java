package io.spate.hadoop;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * What a stream did so far. Sequential reads count in plain fields, which only the thread that reads changes and others
 * may see late; everything that happens less often, or beside it, has counters that are thread-safe.
 */
final class ReadStatistics {
    /** What is counted beside sequential reads. */
    enum Event {
        POSITIONED_READS(StreamStatisticNames.STREAM_READ_FULLY_OPERATIONS),
        SEEKS(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS),
        SEEKS_BACKWARD(StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS),
        BYTES_BACKWARD(StreamStatisticNames.STREAM_READ_SEEK_BYTES_BACKWARDS),
        SEEKS_FORWARD(StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS),
        BYTES_FORWARD(StreamStatisticNames.STREAM_READ_SEEK_BYTES_SKIPPED),
        SKIPS(StreamStatisticNames.STREAM_READ_SKIP_OPERATIONS),
        BYTES_SKIPPED(StreamStatisticNames.STREAM_READ_SKIP_BYTES),
        PATTERN_CHANGES(StreamStatisticNames.STREAM_READ_SEEK_POLICY_CHANGED),
        VECTORED_READS(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS),
        RANGES_ASKED(StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES),
        RANGES_JOINED(StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES),
        BYTES_BETWEEN_RANGES(StreamStatisticNames.STREAM_READ_VECTORED_READ_BYTES_DISCARDED),
        UNBUFFERED(StreamStatisticNames.STREAM_READ_UNBUFFERED),
        FAILURES(StreamStatisticNames.STREAM_READ_EXCEPTIONS),
        CLOSED(StreamStatisticNames.STREAM_READ_CLOSE_OPERATIONS);

        private final String key;

        Event(String key) {
            this.key = key;
        }
    }

    /** So many sequential bytes are told to Hadoop at once, or fewer in the beginning. */
    private static final long FLUSH_BYTES = 128 << 10;

    private final FileSystem.Statistics ofFileSystem;
    private final Map<Event, LongAdder> events = new EnumMap<>(Event.class);
    private final LongAdder bytesBeside = new LongAdder();
    private final LongAdder untold = new LongAdder();
    private long bytes;
    private long reads;
    private long told;

    ReadStatistics(FileSystem.Statistics ofFileSystem) {
        this.ofFileSystem = ofFileSystem;
        for (Event event : Event.values()) {
            events.put(event, new LongAdder());
        }
    }

    /** One sequential read. */
    void read(int count) {
        reads++;
        bytes += count;
        // The first read at once, then whenever they have doubled: so many small reads cost few calls.
        if (bytes - told >= Math.min(FLUSH_BYTES, told)) {
            flush();
        }
    }

    /** One positioned read; by any thread. */
    void readBeside(int count) {
        add(Event.POSITIONED_READS, 1);
        bytesBeside.add(count);
        ofFileSystem.incrementBytesRead(count);
    }

    /** Bytes that came to a thread which is not the reader's, to be told to Hadoop by one that is. */
    void readVectored(int count) {
        bytesBeside.add(count);
        untold.add(count);
    }

    void add(Event event, long amount) {
        events.get(event).add(amount);
    }

    /** Tells Hadoop what it was not told yet, on the thread that reads, since Hadoop also counts by thread. */
    void flush() {
        long more = bytes - told + untold.sumThenReset();
        told = bytes;
        if (more > 0) {
            ofFileSystem.incrementBytesRead(more);
        }
    }

    /** All of it as it is at the time when it is looked at. */
    IOStatistics live() {
        DynamicIOStatisticsBuilder builder = IOStatisticsBinding.dynamicIOStatistics()
                .withLongFunctionCounter(StreamStatisticNames.STREAM_READ_BYTES, key -> bytes + bytesBeside.sum())
                .withLongFunctionCounter(StreamStatisticNames.STREAM_READ_OPERATIONS, key -> reads);
        events.forEach((event, count) -> builder.withLongFunctionCounter(event.key, key -> count.sum()));
        return builder.build();
    }
}
