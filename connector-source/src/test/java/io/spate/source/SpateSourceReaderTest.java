package io.spate.source;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.flink.connector.testutils.source.reader.TestingReaderContext;
import org.apache.flink.connector.testutils.source.reader.TestingReaderOutput;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.MemoryStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SpateSourceReaderTest {
    private final FakeInputs inputs = new FakeInputs(4);
    private final TestingReaderContext context = new TestingReaderContext();
    private final TestingReaderOutput<String> output = new TestingReaderOutput<>();
    private final AtomicBoolean engineClosed = new AtomicBoolean();
    private final SourceMetrics metrics = new SourceMetrics(context.metricGroup());
    private final BadRecords badRecords = TestObjects.failing();
    private final RowQuota quota = new RowQuota(ScanSettings.UNLIMITED);
    private final SpateSourceReader<String> reader = new SpateSourceReader<>(
            () -> new SpateSplitReader<>(
                    Formats.lines(),
                    inputs,
                    metrics,
                    quota,
                    new Tolerance(new ChangedObjects(false, metrics.objectsSkipped(), new MemoryStore()), badRecords)),
            context,
            quota,
            badRecords,
            () -> engineClosed.set(true));

    @AfterEach
    void closeReader() throws Exception {
        if (!engineClosed.get()) {
            reader.close();
        }
    }

    @Test
    void start_withoutSplits_asksOnce() {
        reader.start();
        assertThat(context.getNumSplitRequests()).isEqualTo(1);
    }

    @Test
    void start_withRestoredSplits_asksOnlyWhenOneIsRead() throws Exception {
        reader.addSplits(List.of(split("1")));
        reader.start();
        assertThat(context.getNumSplitRequests()).isZero();
        readUntil(1);
        assertThat(context.getNumSplitRequests()).isEqualTo(1);
    }

    @Test
    void addSplits_one_asksForAnotherToFetchAhead() {
        reader.start();
        reader.addSplits(List.of(split("1")));
        assertThat(context.getNumSplitRequests()).isEqualTo(2);
        reader.addSplits(List.of(split("2")));
        assertThat(context.getNumSplitRequests()).isEqualTo(2);
    }

    @Test
    void finishedSplits_whileARequestIsOnItsWay_askNoSecondTime() throws Exception {
        reader.start();
        reader.addSplits(List.of(split("1"), split("2"), split("3")));
        assertThat(context.getNumSplitRequests()).isEqualTo(1);
        readUntil(3);
        assertThat(context.getNumSplitRequests()).isEqualTo(2);
    }

    @Test
    void notifyNoMoreSplits_reader_asksNoMoreAndEnds() throws Exception {
        reader.start();
        reader.addSplits(List.of(split("1"), split("2")));
        reader.notifyNoMoreSplits();
        InputStatus status = reader.pollNext(output);
        while (status != InputStatus.END_OF_INPUT) {
            reader.isAvailable().get(30, TimeUnit.SECONDS);
            status = reader.pollNext(output);
        }
        assertThat(output.getEmittedRecords()).containsExactly("1a", "1b", "2a", "2b");
        assertThat(context.getNumSplitRequests()).isEqualTo(1);
    }

    @Test
    void snapshotState_betweenRecords_holdsTheNextPosition() throws Exception {
        SpateSplit split = split("1");
        reader.addSplits(List.of(split));
        reader.start();
        while (output.getEmittedRecords().isEmpty()) {
            reader.isAvailable().get(30, TimeUnit.SECONDS);
            reader.pollNext(output);
        }
        assertThat(reader.snapshotState(1)).containsExactly(split.at(0, 3, 0));
    }

    @Test
    void close_reader_closesTheEngine() throws Exception {
        reader.start();
        reader.close();
        assertThat(engineClosed).isTrue();
    }

    /** Reads two records of each split, until so many splits are finished. */
    private void readUntil(int splits) throws Exception {
        while (reader.getNumberOfCurrentlyAssignedSplits() > 0) {
            reader.isAvailable().get(30, TimeUnit.SECONDS);
            reader.pollNext(output);
        }
        assertThat(output.getEmittedRecords()).hasSize(2 * splits);
    }

    private SpateSplit split(String id) {
        byte[] bytes = (id + "a\n" + id + "b\n").getBytes(StandardCharsets.UTF_8);
        return SpateSplit.of(id, List.of(SplitEntry.whole(inputs.put("key-" + id, bytes))));
    }
}
