package io.spate.source;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.flink.connector.testutils.source.reader.TestingSplitEnumeratorContext;
import org.apache.flink.connector.testutils.source.reader.TestingSplitEnumeratorContext.SplitAssignmentState;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.InternalSplitEnumeratorMetricGroup;
import org.junit.jupiter.api.Test;

import io.spate.engine.CountingStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PathPattern;
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpateSplitEnumeratorTest {
    private static final int PARALLELISM = 2;
    private static final long SPLIT_SIZE = 10;

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);
    private TestingSplitEnumeratorContext<SpateSplit> context = new TestingSplitEnumeratorContext<>(PARALLELISM);
    private final AtomicBoolean engineClosed = new AtomicBoolean();
    private long limit = ScanSettings.UNLIMITED;

    @Test
    void start_withoutRequests_listsButAssignsNothing() {
        put(5);
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        assertThat(store.count(Operation.LIST)).isZero();
        context.triggerAllActions();
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
        assertThat(context.getSplitAssignments()).isEmpty();
        assertThat(enumerator.snapshotState(1).unassigned()).hasSize(5);
    }

    @Test
    void handleSplitRequest_beforeTheListing_isServedWhenAPageArrives() {
        put(5);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        enumerator.handleSplitRequest(0, "host");
        assertThat(context.getSplitAssignments()).isEmpty();
        context.triggerAllActions();
        assertThat(assigned(0)).containsExactly("key-0000");
    }

    @Test
    void handleSplitRequest_untilTheEnd_givesEachObjectOnceAndThenNoMoreSplits() {
        put(2500);
        memory.put(ObjectUri.parse("spate://other/x"), new byte[25]);
        context.registerReader(0, "host");
        context.registerReader(1, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/", "spate://other/x");
        for (int request = 0; !isFinished(0) || !isFinished(1); request++) {
            enumerator.handleSplitRequest(request % PARALLELISM, "host");
            context.triggerAllActions();
            SpateEnumeratorState state = enumerator.snapshotState(request);
            assertThat(state.unassigned().size() + state.unplanned().size())
                    .isLessThanOrEqualTo(SplitPool.MAX_SPLITS + 1000);
        }
        List<String> keys = new ArrayList<>(assigned(0));
        keys.addAll(assigned(1));
        assertThat(keys).hasSize(2503);
        assertThat(Set.copyOf(keys)).hasSize(2501);
        assertThat(store.count(Operation.LIST)).isEqualTo(4);
    }

    @Test
    void listing_manyObjects_restsWhileSplitsAreWaiting() {
        put(5000);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        context.triggerAllActions();
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
        enumerator.handleSplitRequest(0, "host");
        context.triggerAllActions();
        assertThat(store.count(Operation.LIST)).isEqualTo(2);
        enumerator.handleSplitRequest(0, "host");
        context.triggerAllActions();
        assertThat(store.count(Operation.LIST)).isEqualTo(2);
    }

    @Test
    void snapshotState_manySmallObjectsInPacks_staysSmall() {
        put(12_500);
        SpateSplitEnumerator enumerator =
                enumerator(1L << 40, PathListing.beginning(Optional.empty()), false, "spate://bucket/");
        enumerator.start();
        context.triggerAllActions();
        SpateEnumeratorState state = enumerator.snapshotState(1);
        int entries = state.unassigned().stream()
                .mapToInt(split -> split.entries().size())
                .sum();
        assertThat(entries).isBetween(SplitPool.MAX_ENTRIES, SplitPool.MAX_ENTRIES + SplitPlanner.MAX_PACK);
        assertThat(state.unplanned()).hasSizeLessThan(1000 + SplitPlanner.MAX_PACK);
        assertThat(store.count(Operation.LIST)).isLessThan(12);
    }

    @Test
    void snapshotState_hugeObject_staysSmall() {
        memory.put(ObjectUri.parse("spate://bucket/huge"), new byte[100_000]);
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        context.triggerAllActions();
        SpateEnumeratorState state = enumerator.snapshotState(1);
        assertThat(state.unassigned()).hasSize(SplitPool.MAX_SPLITS);
        assertThat(state.unplanned()).hasSize(1);
        assertThat(state.path()).isEmpty();
    }

    @Test
    void unassignedSplits_metric_isTheSizeOfThePool() {
        MetricListener metrics = new MetricListener();
        context = new TestingSplitEnumeratorContext<>(PARALLELISM) {
            @Override
            public SplitEnumeratorMetricGroup metricGroup() {
                return new InternalSplitEnumeratorMetricGroup(metrics.getMetricGroup());
            }
        };
        put(7);
        started("spate://bucket/");
        context.triggerAllActions();
        assertThat(metrics.<Long>getGauge("enumerator", "unassignedSplits")
                        .orElseThrow()
                        .getValue())
                .isEqualTo(7L);
    }

    @Test
    void restore_atAnyMoment_assignsTheRest() throws Exception {
        put(2100);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 2100; i++) {
            expected.add(key(i));
        }
        List<String> keys = new ArrayList<>();
        for (int request = 1; !isFinished(0); request++) {
            enumerator.handleSplitRequest(0, "host");
            if (request % 50 == 0) {
                keys.addAll(assigned(0));
                enumerator = restored(enumerator.snapshotState(request));
            } else {
                context.triggerAllActions();
            }
        }
        keys.addAll(assigned(0));
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(keys)).isEqualTo(expected);
    }

    /** An enumerator in a context of its own: a page that was on its way to the one before is lost. */
    private SpateSplitEnumerator restored(SpateEnumeratorState state) throws IOException {
        SpateEnumeratorStateSerializer serializer = new SpateEnumeratorStateSerializer();
        context = new TestingSplitEnumeratorContext<>(PARALLELISM);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = enumerator(
                serializer.deserialize(serializer.getVersion(), serializer.serialize(state)), false, "spate://bucket/");
        enumerator.start();
        return enumerator;
    }

    @Test
    void addSplitsBack_splits_areServedFirst() {
        put(20);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        context.triggerAllActions();
        enumerator.handleSplitRequest(0, "host");
        List<SpateSplit> lost = List.copyOf(context.getSplitAssignments().get(0).getAssignedSplits());
        context.registerReader(1, "host");
        enumerator.addSplitsBack(lost, 0);
        enumerator.handleSplitRequest(1, "host");
        assertThat(context.getSplitAssignments().get(1).getAssignedSplits().get(0))
                .isEqualTo(lost.get(0));
    }

    @Test
    void addSplitsBack_afterTheLastSplit_servesAReaderThatAsksAgain() {
        put(1);
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        context.triggerAllActions();
        enumerator.handleSplitRequest(0, "host");
        List<SpateSplit> lost = List.copyOf(context.getSplitAssignments().get(0).getAssignedSplits());
        enumerator.addSplitsBack(lost, 0);
        enumerator.addReader(0);
        enumerator.handleSplitRequest(0, "host");
        assertThat(assigned(0)).containsExactly("key-0000", "key-0000");
        enumerator.handleSplitRequest(0, "host");
        assertThat(isFinished(0)).isTrue();
    }

    @Test
    void serve_readerThatIsGone_getsNothing() {
        put(4);
        SpateSplitEnumerator enumerator = started("spate://bucket/");
        enumerator.handleSplitRequest(0, "host");
        context.triggerAllActions();
        assertThat(context.getSplitAssignments()).isEmpty();
        assertThat(enumerator.snapshotState(1).unassigned()).hasSize(4);
    }

    @Test
    void listing_pathThatMatchesNothing_failsNamingIt() {
        put(3);
        started("spate://bucket/key-*", "spate://bucket/nothing-*");
        assertThatThrownBy(context::triggerAllActions)
                .hasStackTraceContaining("'spate://bucket/nothing-*' matches no object")
                .hasStackTraceContaining("allowEmpty()");
    }

    @Test
    void listing_emptyPathThatIsAllowed_endsWithoutSplits() {
        memory.createBucket("bucket");
        context.registerReader(0, "host");
        SpateSplitEnumerator enumerator = enumerator(PathListing.beginning(Optional.empty()), true, "spate://bucket/");
        enumerator.start();
        enumerator.handleSplitRequest(0, "host");
        context.triggerAllActions();
        assertThat(isFinished(0)).isTrue();
    }

    @Test
    void listing_failure_failsTheJobWithTheStoreExceptionAsCause() {
        started("spate://missing/");
        assertThatThrownBy(context::triggerAllActions)
                .hasMessageContaining("spate://missing/")
                .hasRootCauseInstanceOf(StoreException.class);
    }

    @Test
    void restore_otherPaths_isRefused() {
        SpateEnumeratorState state = new SpateEnumeratorState(
                0, "spate://bucket/old/", "", false, List.of(), List.of(), 0, Optional.empty());
        assertThatThrownBy(() -> enumerator(state, false, "spate://bucket/new/"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("spate://bucket/old/", "spate://bucket/new/");
    }

    @Test
    void monitoring_roundAfterRound_assignsEachVersionOnceAndNeverEnds() throws Exception {
        put(3);
        SpateSplitEnumerator enumerator = enumerator(
                PathListing.beginning(Optional.of(DiscoveryState.beginning(List.of("spate://bucket/")))),
                true,
                "spate://bucket/");
        enumerator.start();
        context.registerReader(0, "host");
        enumerator.handleSplitRequest(0, "host");
        context.triggerAllActions();
        while (assigned(0).size() < 3) {
            enumerator.handleSplitRequest(0, "host");
        }
        memory.put(ObjectUri.parse("spate://bucket/" + key(1)), new byte[2]);
        memory.put(ObjectUri.parse("spate://bucket/appeared"), new byte[2]);
        SpateEnumeratorState state = enumerator.snapshotState(1);

        SpateSplitEnumerator restored = enumerator(state, true, "spate://bucket/");
        restored.start();
        restored.handleSplitRequest(0, "host");
        for (int round = 0; round < 3; round++) {
            context.triggerAllActions();
            restored.handleSplitRequest(0, "host");
        }
        assertThat(assigned(0)).containsExactlyInAnyOrder(key(0), key(1), key(2), key(1), "appeared");
        assertThat(context.getSplitAssignments().get(0).hasReceivedNoMoreSplitsSignal())
                .isFalse();
        assertThat(restored.snapshotState(2).discovery().orElseThrow().seen()).hasSize(4);
    }

    @Test
    void close_enumerator_closesTheEngine() throws IOException {
        put(1);
        started("spate://bucket/").close();
        assertThat(engineClosed).isTrue();
    }

    private void put(int objects) {
        for (int i = 0; i < objects; i++) {
            memory.put(ObjectUri.parse("spate://bucket/" + key(i)), new byte[1]);
        }
    }

    private static String key(int index) {
        return String.format("key-%04d", index);
    }

    private SpateSplitEnumerator started(String... paths) {
        SpateSplitEnumerator enumerator = enumerator(PathListing.beginning(Optional.empty()), false, paths);
        enumerator.start();
        return enumerator;
    }

    private SpateSplitEnumerator enumerator(SpateEnumeratorState state, boolean allowEmpty, String... paths) {
        return enumerator(SPLIT_SIZE, state, allowEmpty, paths);
    }

    private SpateSplitEnumerator enumerator(
            long splitSize, SpateEnumeratorState state, boolean allowEmpty, String... paths) {
        List<PathPattern> patterns =
                List.of(paths).stream().map(PathPattern::parse).toList();
        return new SpateSplitEnumerator(
                context,
                new PathListing(store, TestSettings.of(patterns, allowEmpty), state),
                new SplitPlanner(splitSize, object -> true, state.unplanned(), state.nextSplitId()),
                new SplitPool(state.unassigned()),
                state.discovery().map(known -> new Discovery(Duration.ofHours(1), () -> Long.MAX_VALUE / 2, known)),
                new RowLimit(limit),
                Duration.ofSeconds(1),
                () -> engineClosed.set(true));
    }

    private List<String> assigned(int subtask) {
        SplitAssignmentState<SpateSplit> assignment =
                context.getSplitAssignments().get(subtask);
        return assignment == null
                ? List.of()
                : assignment.getAssignedSplits().stream()
                        .flatMap(split -> split.entries().stream())
                        .map(entry -> entry.object().uri().key())
                        .toList();
    }

    private boolean isFinished(int subtask) {
        SplitAssignmentState<SpateSplit> assignment =
                context.getSplitAssignments().get(subtask);
        return assignment != null && assignment.hasReceivedNoMoreSplitsSignal();
    }
}
