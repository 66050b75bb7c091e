package io.spate.source;

import java.util.List;
import java.util.stream.IntStream;

import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

import io.spate.source.SplitReading.Emitted;

import static org.assertj.core.api.Assertions.assertThat;

class UnitBatchTest {
    private final SpateSplit split = SpateSplit.of(
            "1",
            List.of(SplitEntry.whole(TestObjects.object("a", 1000)), SplitEntry.whole(TestObjects.object("b", 9))));
    private final UnitBatch<String> batch = new UnitBatch<>("1");

    @Test
    void emit_unitsOfSeveralAndOfNoRecords_movesWithEachUnitAtOnce() {
        batch.accept("a");
        batch.accept("b");
        batch.endUnit(0, 5, 0, 5);
        batch.endUnit(0, 6, 0, 1);
        batch.accept("c");
        batch.endUnit(1, 0, 0, 994);
        Emitted emitted = new Emitted(split);
        SimpleCounter recordsIn = new SimpleCounter();
        UnitEmitter<String> emitter = new UnitEmitter<>(recordsIn);
        assertThat(batch.nextSplit()).isEqualTo("1");

        emitter.emitRecord(batch.nextRecordFromSplit(), emitted, emitted.progress);
        assertThat(emitted.records).containsExactly("a", "b");
        assertThat(emitted.progress.toSplit()).isEqualTo(split.at(0, 5, 0));

        emitter.emitRecord(batch.nextRecordFromSplit(), emitted, emitted.progress);
        assertThat(emitted.records).containsExactly("a", "b");
        assertThat(emitted.progress.toSplit()).isEqualTo(split.at(0, 6, 0));

        emitter.emitRecord(batch.nextRecordFromSplit(), emitted, emitted.progress);
        assertThat(emitted.records).containsExactly("a", "b", "c");
        assertThat(emitted.progress.toSplit()).isEqualTo(split.at(1, 0, 0));

        assertThat(batch.nextRecordFromSplit()).isNull();
        // Three units were counted by the base class, three records are right.
        assertThat(recordsIn.getCount()).isZero();
        assertThat(batch.bytes()).isEqualTo(1000);
    }

    @Test
    void emit_manyUnits_keepsThemInOrder() {
        List<String> records =
                IntStream.range(0, 1000).mapToObj(Integer::toString).toList();
        for (int i = 0; i < records.size(); i++) {
            batch.accept(records.get(i));
            batch.endUnit(0, i + 1, 0, 1);
        }
        Emitted emitted = new Emitted(split);
        SplitReading.emit(batch, emitted);
        assertThat(emitted.records).isEqualTo(records);
        assertThat(batch.finishedSplits()).isEmpty();
    }
}
