package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.hadoop.fs.impl.CombinedFileRange;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectReader;
import io.spate.engine.ReadWindow;

import static java.util.Objects.requireNonNull;

/**
 * Reads many ranges of a file at once. Near ranges are joined into one request, large ones take several, and all are
 * under way together on other threads than the caller's, as far as there is memory: each has what it needs to come
 * through piece by piece, so none waits for another. Thread-safe.
 */
final class VectoredReads {
    /** Ranges with a gap up to here are joined, in bytes: cheaper than another request. */
    static final int JOIN_GAP = 64 << 10;

    /** Ranges are joined up to so many bytes. */
    static final int JOINED_AT_MOST = 8 << 20;

    private final Path path;
    private final ObjectReader reader;
    private final Executor executor;
    private final ReadStatistics statistics;
    private final Supplier<ReadWindow> windows;
    private final Set<VectoredRun> running = ConcurrentHashMap.newKeySet();

    /** @param windows for one read of ranges each */
    VectoredReads(
            Path path,
            ObjectReader reader,
            Executor executor,
            ReadStatistics statistics,
            Supplier<ReadWindow> windows) {
        this.path = path;
        this.reader = reader;
        this.executor = executor;
        this.statistics = statistics;
        this.windows = windows;
    }

    /**
     * Begins to read ranges, and sets their futures.
     *
     * @param allocate called by other threads, once for each range that is not empty
     * @param release called for each buffer that nobody will get
     * @throws EOFException if a range is not within the file; no range is read then
     * @throws IllegalArgumentException if two ranges overlap
     */
    void read(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws EOFException {
        requireNonNull(allocate, "allocate is null");
        requireNonNull(release, "release is null");
        List<? extends FileRange> sorted = VectoredReadUtils.validateAndSortRanges(
                ranges, Optional.of(reader.info().length()));
        statistics.add(ReadStatistics.Event.VECTORED_READS, 1);
        statistics.add(ReadStatistics.Event.RANGES_ASKED, sorted.size());
        sorted.stream()
                .filter(range -> range.getLength() == 0)
                .forEach(range -> range.setData(CompletableFuture.completedFuture(allocate.apply(0))));
        List<? extends FileRange> filled =
                sorted.stream().filter(range -> range.getLength() > 0).toList();
        ReadWindow window = windows.get();
        for (CombinedFileRange joined : VectoredReadUtils.mergeSortedRanges(filled, 1, JOIN_GAP, JOINED_AT_MOST)) {
            ByteRange range = new ByteRange(joined.getOffset(), joined.getOffset() + joined.getLength());
            start(new VectoredRun(
                    path, joined.getUnderlying(), reader.part(range, window), allocate, release, statistics));
            statistics.add(ReadStatistics.Event.RANGES_JOINED, 1);
            statistics.add(ReadStatistics.Event.BYTES_BETWEEN_RANGES, joined.getLength() - joined.getDataSize());
        }
    }

    /** Gives up all that is under way. */
    void giveUp() {
        running.forEach(VectoredRun::giveUp);
    }

    private void start(VectoredRun run) {
        running.add(run);
        try {
            executor.execute(() -> {
                try {
                    run.run();
                } finally {
                    running.remove(run);
                }
            });
        } catch (RejectedExecutionException e) {
            running.remove(run);
            run.refuse(new IOException("the file system of " + path + " was closed before ranges were read", e));
        }
    }
}
