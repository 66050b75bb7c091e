package io.spate.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.connector.testutils.source.reader.TestingReaderContext;
import org.apache.flink.connector.testutils.source.reader.TestingReaderOutput;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;

/** A reader that leaves bad records out and writes them down. */
@Timeout(60)
class BadRecordReadingTest {
    private final MemoryStore store = new MemoryStore();
    private final FakeInputs inputs = new FakeInputs(4);
    private final TestingReaderContext context = new TestingReaderContext();
    private final TestingReaderOutput<Integer> output = new TestingReaderOutput<>();
    private final SourceMetrics metrics = new SourceMetrics(context.metricGroup());
    private final BadRecords badRecords = BadRecords.of(ErrorPolicy.deadLetter("spate://dead/"), store);
    private final RowQuota quota = new RowQuota(ScanSettings.UNLIMITED);
    private final Tolerance tolerance =
            new Tolerance(new ChangedObjects(false, metrics.objectsSkipped(), new MemoryStore()), badRecords);
    private final SpateSourceReader<Integer> reader = new SpateSourceReader<>(
            () -> new SpateSplitReader<>(Formats.deserializer(new Numbers()), inputs, metrics, quota, tolerance),
            context,
            quota,
            badRecords,
            () -> {});

    @BeforeEach
    void open() {
        store.createBucket("dead");
        reader.start();
    }

    @AfterEach
    void close() throws Exception {
        reader.close();
    }

    @Test
    void snapshotState_afterABadRecord_hasItStoredAndReadsOnBehindIt() throws Exception {
        byte[] object = "1\n2,x\n3\n".getBytes(StandardCharsets.UTF_8);
        ObjectInfo info = inputs.put("key", object);
        reader.addSplits(List.of(SpateSplit.of("1", List.of(SplitEntry.whole(info)))));
        while (output.getEmittedRecords().size() < 2) {
            reader.isAvailable().get(30, TimeUnit.SECONDS);
            reader.pollNext(output);
        }

        assertThat(letters()).isZero();
        reader.snapshotState(1);
        assertThat(letters()).isEqualTo(1);
        assertThat(output.getEmittedRecords()).containsExactly(1, 3);
    }

    @Test
    void pollNext_atTheEndOfInput_hasBadRecordsStored() throws Exception {
        ObjectInfo info = inputs.put("key", "x".getBytes(StandardCharsets.UTF_8));
        reader.addSplits(List.of(SpateSplit.of("1", List.of(SplitEntry.whole(info)))));
        reader.notifyNoMoreSplits();
        InputStatus status = reader.pollNext(output);
        while (status != InputStatus.END_OF_INPUT) {
            reader.isAvailable().get(30, TimeUnit.SECONDS);
            status = reader.pollNext(output);
        }
        assertThat(letters()).isEqualTo(1);
        assertThat(output.getEmittedRecords()).isEmpty();
    }

    private int letters() throws IOException {
        return store.list(ListRequest.below(new ObjectUri("dead", "")))
                .objects()
                .size();
    }

    /** Numbers between commas, each a record. */
    private static final class Numbers extends AbstractDeserializationSchema<Integer> {
        private static final long serialVersionUID = 1L;

        Numbers() {
            super(Integer.class);
        }

        @Override
        public Integer deserialize(byte[] message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deserialize(byte[] message, Collector<Integer> out) {
            for (String number : new String(message, StandardCharsets.UTF_8).split(",", -1)) {
                out.collect(Integer.parseInt(number));
            }
        }
    }
}
