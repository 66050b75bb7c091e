package io.spate.source;

import java.util.ArrayList;
import java.util.List;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;

/** Takes batches apart the way the base class of readers does. */
final class SplitReading {
    /** What was emitted so far, and where a checkpoint taken now would resume. */
    static final class Emitted implements SourceOutput<String> {
        final List<String> records = new ArrayList<>();
        final SplitProgress progress;

        Emitted(SpateSplit split) {
            this.progress = new SplitProgress(split);
        }

        @Override
        public void collect(String record) {
            records.add(record);
        }

        @Override
        public void collect(String record, long timestamp) {
            records.add(record);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }

    private SplitReading() {}

    /** Emits a batch; the split it is of, or null if it has no units. */
    static String emit(UnitBatch<String> batch, Emitted emitted) {
        String split = batch.nextSplit();
        if (split != null) {
            for (UnitBatch<String> unit = batch.nextRecordFromSplit();
                    unit != null;
                    unit = batch.nextRecordFromSplit()) {
                unit.emit(emitted, emitted.progress);
            }
        }
        return split;
    }
}
