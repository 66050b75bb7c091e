package io.spate.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Optional;

import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/**
 * Reads the assigned splits one after the other, in batches of about {@link #MAX_BYTES}. Used by the fetching thread;
 * only {@link #wakeUp()} is called by others.
 */
final class SpateSplitReader<T> implements SplitReader<UnitBatch<T>, SpateSplit> {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_RECORDS = 4096;

    private final RecordFormat<T> format;
    private final SourceMetrics metrics;
    private final RowQuota quota;
    private final Tolerance tolerance;
    private final EntryQueue<T> queue;
    private final Object lock = new Object();
    /** Guarded by the lock. */
    private boolean woken;
    /** What {@link #fetch()} may be waiting for right now, or null. Guarded by the lock. */
    private OpenEntry<T> waitingFor;

    /**
     * @param quota when it is reached, all splits count as read
     * @param tolerance what is left out instead of failing
     */
    SpateSplitReader(
            RecordFormat<T> format, InputOpener inputs, SourceMetrics metrics, RowQuota quota, Tolerance tolerance) {
        this.format = format;
        this.metrics = metrics;
        this.quota = quota;
        this.tolerance = tolerance;
        this.queue = new EntryQueue<>(format, inputs);
    }

    @Override
    public UnitBatch<T> fetch() throws IOException {
        try {
            Optional<AssignedSplit> read = queue.takeRead();
            if (read.isPresent()) {
                UnitBatch<T> batch = new UnitBatch<>(read.get().id());
                batch.finish();
                return batch;
            }
            Optional<OpenEntry<T>> head = queue.head();
            if (head.isPresent()) {
                return readBatch(head.get());
            }
            awaitWakeUp();
            return UnitBatch.empty();
        } finally {
            synchronized (lock) {
                waitingFor = null;
                woken = false;
            }
        }
    }

    @Override
    public void handleSplitsChanges(SplitsChange<SpateSplit> change) {
        if (change instanceof SplitsAddition<SpateSplit> added) {
            for (SpateSplit split : added.splits()) {
                queue.add(split);
                metrics.assigned(split.pendingBytes());
            }
        } else {
            throw new UnsupportedOperationException("splits are only ever added, not changed by " + change);
        }
    }

    @Override
    public void pauseOrResumeSplits(Collection<SpateSplit> toPause, Collection<SpateSplit> toResume) {
        try {
            for (SpateSplit split : toPause) {
                queue.pause(split.splitId());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        toResume.forEach(split -> queue.resume(split.splitId()));
    }

    @Override
    public void wakeUp() {
        synchronized (lock) {
            woken = true;
            if (waitingFor != null) {
                waitingFor.wakeUp();
            }
            lock.notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        queue.close();
    }

    private UnitBatch<T> readBatch(OpenEntry<T> first) throws IOException {
        AssignedSplit split = first.split();
        UnitBatch<T> batch = new UnitBatch<>(split.id());
        OpenEntry<T> entry = first;
        boolean goesOn = beginWait(entry);
        while (goesOn && batch.bytes() < MAX_BYTES && batch.size() < MAX_RECORDS) {
            goesOn = readUnit(entry, batch) && !split.isRead() && !quota.isReached() && !isWoken();
            if (goesOn && split.entry() != entry.index()) {
                entry = queue.head().orElseThrow();
                goesOn = beginWait(entry);
            }
        }
        if (quota.isReached()) {
            queue.endAll();
        }
        if (split.isRead()) {
            queue.remove(split.id());
            batch.finish();
        }
        return batch;
    }

    /** Reads the next unit of an entry, and closes the entry after its last. False if the input was woken up. */
    private boolean readUnit(OpenEntry<T> entry, UnitBatch<T> batch) throws IOException {
        int before = batch.records();
        RecordReader.Outcome outcome = next(entry, batch);
        quota.add(batch.records() - before);
        if (outcome == RecordReader.Outcome.WOKEN) {
            return false;
        }
        AssignedSplit split = entry.split();
        long moved =
                outcome == RecordReader.Outcome.UNIT ? split.advance(entry.position(), entry.skip()) : split.endEntry();
        metrics.consumed(moved);
        if (outcome == RecordReader.Outcome.UNIT) {
            batch.endUnit(split.entry(), split.offset(), split.skip(), Math.max(moved, entry.unitBytes()));
        }
        if (split.entry() != entry.index()) {
            endWait();
            queue.removeHead();
        }
        return true;
    }

    private RecordReader.Outcome next(OpenEntry<T> entry, UnitBatch<T> batch) throws IOException {
        try {
            return entry.next(format, metrics.bytesIn(), queue::prefetch, batch);
        } catch (BadRecordException e) {
            metrics.recordFailed();
            batch.dropUnit();
            tolerance.records().take(e);
            return RecordReader.Outcome.UNIT;
        } catch (IOException | RuntimeException e) {
            if (tolerance
                    .objects()
                    .isSkipped(entry.split().entryAt(entry.index()).object().uri(), e)) {
                return RecordReader.Outcome.END;
            }
            if (!entry.isInputBroken()) {
                metrics.recordFailed();
            }
            throw e;
        }
    }

    /** Fetches ahead, and lets an entry be woken up from now on; false if this was woken up already. */
    private boolean beginWait(OpenEntry<T> entry) {
        queue.prefetch();
        synchronized (lock) {
            waitingFor = entry;
            return !woken;
        }
    }

    private void endWait() {
        synchronized (lock) {
            waitingFor = null;
        }
    }

    /** Formats that read on where their input is woken up hide it, so it is asked for behind each unit. */
    private boolean isWoken() {
        synchronized (lock) {
            return woken;
        }
    }

    private void awaitWakeUp() throws InterruptedIOException {
        synchronized (lock) {
            try {
                while (!woken) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while all splits are paused");
            }
        }
    }
}
