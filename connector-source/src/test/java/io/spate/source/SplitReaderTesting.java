package io.spate.source;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;

import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;

/** A reader of splits over objects in memory, which counts what fails and what is left out. */
abstract class SplitReaderTesting {
    final FakeInputs inputs = new FakeInputs(4);
    final InternalSourceReaderMetricGroup group = InternalSourceReaderMetricGroup.mock(new UnregisteredMetricsGroup());
    final SourceMetrics metrics = new SourceMetrics(group);
    final SpateSplitReader<String> reader = reading(Formats.lines(), inputs);

    final <T> SpateSplitReader<T> reading(RecordFormat<T> format, FakeInputs from) {
        return reading(format, from, new RowQuota(ScanSettings.UNLIMITED), false, TestObjects.failing());
    }

    /** @param skipChanged whether objects are passed over that changed after they were listed */
    final <T> SpateSplitReader<T> reading(
            RecordFormat<T> format, FakeInputs from, RowQuota quota, boolean skipChanged, BadRecords badRecords) {
        ChangedObjects changed = new ChangedObjects(skipChanged, metrics.objectsSkipped(), new MemoryStore());
        return new SpateSplitReader<>(format, from, metrics, quota, new Tolerance(changed, badRecords));
    }

    final ObjectInfo object(String key, String text) {
        return inputs.put(key, text.getBytes(StandardCharsets.UTF_8));
    }

    static SpateSplit split(String id, ObjectInfo... objects) {
        return SpateSplit.of(
                id, List.of(objects).stream().map(SplitEntry::whole).toList());
    }

    final void add(SpateSplit... splits) {
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(splits)));
    }
}
