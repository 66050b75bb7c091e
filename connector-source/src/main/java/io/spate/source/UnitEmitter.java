package io.spate.source;

import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.metrics.Counter;

/** Emits unit by unit: the records of one and the position behind them, with no checkpoint in between. */
record UnitEmitter<T>(Counter recordsIn) implements RecordEmitter<UnitBatch<T>, T, SplitProgress> {
    @Override
    public void emitRecord(UnitBatch<T> batch, SourceOutput<T> output, SplitProgress progress) {
        int records = batch.emit(output, progress);
        // The base class counts every unit as one record.
        if (records != 1) {
            recordsIn.inc(records - 1);
        }
    }
}
