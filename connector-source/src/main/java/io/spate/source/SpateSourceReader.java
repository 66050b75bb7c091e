package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Reads splits on one thread beside the task, and asks for more before it has read what it holds, so that there is
 * always something to fetch ahead. At most one request is on its way.
 */
@SuppressWarnings("try") // close() throws whatever that of the base class may throw
final class SpateSourceReader<T>
        extends SingleThreadMultiplexSourceReaderBase<UnitBatch<T>, T, SpateSplit, SplitProgress> {
    private static final int FEW_SPLITS = 2;

    private final BadRecords badRecords;
    private final RowQuota quota;
    private final Closeable engine;
    private boolean started;
    private boolean requested;
    private boolean noMoreSplits;

    /**
     * @param quota with a limit, nothing is asked for ahead, and what is read is told to the enumerator
     * @param engine what the split readers read from, closed after them
     */
    SpateSourceReader(
            Supplier<SplitReader<UnitBatch<T>, SpateSplit>> splitReaders,
            SourceReaderContext context,
            RowQuota quota,
            BadRecords badRecords,
            Closeable engine) {
        super(
                splitReaders,
                new UnitEmitter<>(context.metricGroup().getIOMetricGroup().getNumRecordsInCounter()),
                context.getConfiguration(),
                context);
        this.badRecords = badRecords;
        this.quota = quota;
        this.engine = engine;
    }

    /** Restored splits are read before others are asked for, or else restored readers would draw more than others. */
    @Override
    public void start() {
        super.start();
        started = true;
        if (getNumberOfCurrentlyAssignedSplits() == 0) {
            requestIfFew();
        }
    }

    @Override
    public void addSplits(List<SpateSplit> splits) {
        super.addSplits(splits);
        if (started) {
            requested = false;
            requestIfFew();
        }
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        super.notifyNoMoreSplits();
    }

    /** The end of all records is like a checkpoint behind them. */
    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        InputStatus status = super.pollNext(output);
        if (status == InputStatus.END_OF_INPUT) {
            badRecords.store();
        }
        return status;
    }

    @Override
    public List<SpateSplit> snapshotState(long checkpointId) {
        try {
            badRecords.store();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return super.snapshotState(checkpointId);
    }

    @Override
    public void close() throws Exception {
        try {
            super.close();
        } finally {
            engine.close();
        }
    }

    @Override
    protected void onSplitFinished(Map<String, SplitProgress> finished) {
        if (quota.exists()) {
            context.sendSourceEventToCoordinator(new RowsRead(quota.read()));
        }
        requestIfFew();
    }

    @Override
    protected SplitProgress initializedState(SpateSplit split) {
        return new SplitProgress(split);
    }

    @Override
    protected SpateSplit toSplitType(String splitId, SplitProgress progress) {
        return progress.toSplit();
    }

    private void requestIfFew() {
        int few = quota.exists() ? 1 : FEW_SPLITS;
        if (!requested && !noMoreSplits && getNumberOfCurrentlyAssignedSplits() < few) {
            requested = true;
            context.sendSplitRequest();
        }
    }
}
