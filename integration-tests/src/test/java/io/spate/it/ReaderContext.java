package io.spate.it;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

import io.spate.source.SpateSplit;

/**
 * A context that keeps from readers that there will be no more splits.
 *
 * @param onNoMoreSplits takes the subtask that would have heard it
 */
record ReaderContext(SplitEnumeratorContext<SpateSplit> real, IntConsumer onNoMoreSplits)
        implements SplitEnumeratorContext<SpateSplit> {
    @Override
    public void signalNoMoreSplits(int subtask) {
        onNoMoreSplits.accept(subtask);
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return real.metricGroup();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
        real.sendEventToSourceReader(subtask, event);
    }

    @Override
    public int currentParallelism() {
        return real.currentParallelism();
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return real.registeredReaders();
    }

    @Override
    public void assignSplits(SplitsAssignment<SpateSplit> assignment) {
        real.assignSplits(assignment);
    }

    @Override
    public <R> void callAsync(Callable<R> call, BiConsumer<R, Throwable> handler) {
        real.callAsync(call, handler);
    }

    @Override
    public <R> void callAsync(
            Callable<R> call, BiConsumer<R, Throwable> handler, long initialDelayMillis, long periodMillis) {
        real.callAsync(call, handler, initialDelayMillis, periodMillis);
    }

    @Override
    public void runInCoordinatorThread(Runnable action) {
        real.runInCoordinatorThread(action);
    }

    @Override
    public void setIsProcessingBacklog(boolean backlog) {
        real.setIsProcessingBacklog(backlog);
    }
}
