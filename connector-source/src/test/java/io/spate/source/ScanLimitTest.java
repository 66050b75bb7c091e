package io.spate.source;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.connector.testutils.source.reader.TestingReaderContext;
import org.apache.flink.connector.testutils.source.reader.TestingReaderOutput;
import org.apache.flink.connector.testutils.source.reader.TestingSplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** A source with a limit stops listing and reading when it has enough. */
@Timeout(120)
class ScanLimitTest {
    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void read_tenRowsOfAHundredThousandObjects_costsOneListAndOneGet() throws Exception {
        put(100_000, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n");

        assertThat(read(10)).hasSize(10);
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
        assertThat(store.count(Operation.GET)).isEqualTo(1);
    }

    @Test
    void read_tenRowsOfObjectsOfOne_readsFewMoreThanTen() throws Exception {
        put(3000, "a\n");

        assertThat(read(10)).hasSize(10);
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
        assertThat(store.count(Operation.GET)).isBetween(10L, 15L);
    }

    @Test
    void read_moreThanThereIs_givesAll() throws Exception {
        put(2100, "a\n");

        assertThat(read(1_000_000)).hasSize(2100);
        assertThat(store.count(Operation.LIST)).isEqualTo(3);
        assertThat(store.count(Operation.GET)).isEqualTo(2100);
    }

    @Test
    void limit_rowsOfAReaderThatFails_countNoMore() {
        RowLimit limit = new RowLimit(10);
        limit.report(0, 6);
        limit.report(1, 5);
        limit.report(1, 3);

        assertThat(limit.isReached()).isTrue();
        limit.forget(0);
        assertThat(limit.isReached()).isFalse();
        assertThat(new RowLimit(ScanSettings.UNLIMITED).isReached()).isFalse();
    }

    @Test
    void enumerator_enoughOfOneReader_tellsTheOtherThatThereIsNoMore() throws Exception {
        put(3000, "a\n");
        TestingSplitEnumeratorContext<SpateSplit> context = new TestingSplitEnumeratorContext<>(2);
        try (SplitEnumerator<SpateSplit, SpateEnumeratorState> enumerator =
                source(10).createEnumerator(context)) {
            enumerator.start();
            context.registerReader(0, "host");
            context.registerReader(1, "host");
            context.triggerAllActions();
            assertThat(store.count(Operation.LIST)).isZero();
            enumerator.handleSplitRequest(0, "host");
            context.triggerAllActions();
            enumerator.handleSourceEvent(0, new RowsRead(10));
            enumerator.handleSplitRequest(1, "host");
            context.triggerAllActions();

            assertThat(context.getSplitAssignments().get(1).hasReceivedNoMoreSplitsSignal())
                    .isTrue();
            assertThat(context.getSplitAssignments().get(1).getAssignedSplits()).isEmpty();
            enumerator.addSplitsBack(context.getSplitAssignments().get(0).getAssignedSplits(), 0);
            enumerator.handleSplitRequest(0, "host");
            assertThat(context.getSplitAssignments().get(0).getAssignedSplits()).hasSize(2);
            assertThat(store.count(Operation.LIST)).isEqualTo(1);
        }
    }

    @Test
    void enumerator_unlimitedAfterRestore_isNotTouchedByReports() throws Exception {
        put(3, "a\n");
        TestingSplitEnumeratorContext<SpateSplit> context = new TestingSplitEnumeratorContext<>(1);
        SpateEnumeratorState beginning = PathListing.beginning(Optional.empty());
        try (SplitEnumerator<SpateSplit, SpateEnumeratorState> enumerator =
                source(ScanSettings.UNLIMITED).restoreEnumerator(context, beginning)) {
            enumerator.start();
            context.registerReader(0, "host");
            enumerator.handleSourceEvent(0, new RowsRead(Long.MAX_VALUE));
            enumerator.handleSplitRequest(0, "host");
            context.triggerAllActions();

            assertThat(context.getSplitAssignments().get(0).getAssignedSplits()).hasSize(1);
        }
    }

    private void put(int objects, String text) {
        for (int i = 0; i < objects; i++) {
            memory.put(new ObjectUri("bucket", String.format("t/%06d", i)), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private SpateSource<String> source(long limit) {
        return SpateSource.<String>builder()
                .paths("spate://bucket/t/")
                .format(Formats.lines())
                .limit(limit)
                .build(() -> Engine.over(store, SpateOptions.of(Map.of())));
    }

    /** Runs the source with one reader, and hands over what it tells. */
    @SuppressWarnings("try") // a reader may be interrupted while it closes, and then the test fails
    private List<String> read(long limit) throws Exception {
        SpateSource<String> source = source(limit);
        TestingSplitEnumeratorContext<SpateSplit> coordinator = new TestingSplitEnumeratorContext<>(1);
        TestingReaderContext subtask = new TestingReaderContext();
        TestingReaderOutput<String> output = new TestingReaderOutput<>();
        try (SplitEnumerator<SpateSplit, SpateEnumeratorState> enumerator = source.createEnumerator(coordinator);
                SourceReader<String, SpateSplit> reader = source.createReader(subtask)) {
            enumerator.start();
            coordinator.registerReader(0, "host");
            reader.start();
            int requests = 0;
            int events = 0;
            InputStatus status = InputStatus.MORE_AVAILABLE;
            while (status != InputStatus.END_OF_INPUT) {
                List<SourceEvent> sent = subtask.getSentEvents();
                for (; events < sent.size(); events++) {
                    enumerator.handleSourceEvent(0, sent.get(events));
                }
                for (; requests < subtask.getNumSplitRequests(); requests++) {
                    enumerator.handleSplitRequest(0, "host");
                    coordinator.triggerAllActions();
                    handOver(coordinator, reader);
                }
                reader.isAvailable().get(30, TimeUnit.SECONDS);
                status = reader.pollNext(output);
            }
        }
        return new ArrayList<>(output.getEmittedRecords());
    }

    private static void handOver(
            TestingSplitEnumeratorContext<SpateSplit> coordinator, SourceReader<?, SpateSplit> reader) {
        TestingSplitEnumeratorContext.SplitAssignmentState<SpateSplit> assignment =
                coordinator.getSplitAssignments().remove(0);
        if (!assignment.getAssignedSplits().isEmpty()) {
            reader.addSplits(assignment.getAssignedSplits());
        }
        if (assignment.hasReceivedNoMoreSplitsSignal()) {
            reader.notifyNoMoreSplits();
        }
    }
}
