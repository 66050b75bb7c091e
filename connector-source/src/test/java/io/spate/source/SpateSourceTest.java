package io.spate.source;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

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
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Enumerator and reader over an engine over memory: what is read, and with how many requests. */
@Timeout(120)
class SpateSourceTest {
    private static final int RANGE_SIZE = 64 << 10;

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void read_linesOfLargeAndSmallObjects_givesEachOnce() throws Exception {
        Random random = new Random(3);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<String> lines = lines(random, random.nextInt(10) == 0 ? 40_000 : random.nextInt(50));
            expected.addAll(lines);
            memory.put(uri("logs/" + i), String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        List<String> records = readAll(source(Formats.lines(), 3 * RANGE_SIZE, "spate://bucket/logs/"));
        assertThat(records).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void read_linesOfALargeObject_costsOneGetPerRange() throws Exception {
        int size = 24 * RANGE_SIZE;
        memory.put(uri("large"), "0123456789abcde\n".repeat(size / 16).getBytes(StandardCharsets.UTF_8));
        List<String> records = readAll(source(Formats.lines(), 8 * RANGE_SIZE, "spate://bucket/large"));
        assertThat(records).hasSize(size / 16).containsOnly("0123456789abcde");
        assertThat(store.count(Operation.GET)).isEqualTo(24);
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
        assertThat(store.count(Operation.HEAD)).isZero();
    }

    @Test
    void read_smallObjects_costsOneGetEach() throws Exception {
        for (int i = 0; i < 100; i++) {
            memory.put(uri("small/" + i), ("line " + i).getBytes(StandardCharsets.UTF_8));
        }
        memory.put(uri("small/empty"), new byte[0]);
        assertThat(readAll(source(Formats.lines(), 64 << 20, "spate://bucket/small/")))
                .hasSize(100);
        assertThat(store.count(Operation.GET)).isEqualTo(100);
    }

    @Test
    void read_wholeObjects_givesEmptyOnesToo() throws Exception {
        memory.put(uri("a"), new byte[0]);
        memory.put(uri("b"), new byte[] {1, 2, 3});
        List<ObjectContent> records = readAll(source(Formats.wholeObject(), 64 << 20, "spate://bucket/"));
        assertThat(records).extracting(ObjectContent::uri).containsExactly("spate://bucket/a", "spate://bucket/b");
        assertThat(records.get(1).bytes()).containsExactly(1, 2, 3);
    }

    @Test
    void read_chunks_giveTheObject() throws Exception {
        byte[] bytes = new byte[5 * RANGE_SIZE + 7];
        new Random(1).nextBytes(bytes);
        memory.put(uri("a"), bytes);
        List<ByteChunk> chunks = readAll(source(Formats.bytes(1000), 700, "spate://bucket/a"));
        byte[] read = new byte[bytes.length];
        for (ByteChunk chunk : chunks) {
            System.arraycopy(chunk.bytes(), 0, read, (int) chunk.offset(), chunk.bytes().length);
        }
        assertThat(read).isEqualTo(bytes);
        assertThat(chunks).hasSize(bytes.length / 1000 + 1);
    }

    @Test
    void read_objectThatChangedAfterTheListing_failsNamingIt() throws Exception {
        memory.put(uri("a"), new byte[100]);
        SpateSource<String> source = source(Formats.lines(), 64 << 20, "spate://bucket/a");
        assertThatThrownBy(() -> read(source, () -> memory.put(uri("a"), new byte[100])))
                .hasRootCauseInstanceOf(StoreException.class)
                .hasStackTraceContaining("CHANGED")
                .hasStackTraceContaining("spate://bucket/a");
    }

    private <T> SpateSource<T> source(RecordFormat<T> format, long splitSize, String path) {
        SpateOptions options = SpateOptions.of(Map.of("read.range-size", Integer.toString(RANGE_SIZE)));
        return SpateSource.<T>builder()
                .paths(path)
                .format(format)
                .splitSize(splitSize)
                .build(() -> Engine.over(store, options));
    }

    private static <T> List<T> readAll(SpateSource<T> source) throws Exception {
        return read(source, () -> {});
    }

    /** Runs a source with one reader; {@code afterListing} happens before its first split is assigned. */
    @SuppressWarnings("try") // a reader may be interrupted while it closes, and then the test fails
    private static <T> List<T> read(SpateSource<T> source, Runnable afterListing) throws Exception {
        TestingSplitEnumeratorContext<SpateSplit> coordinator = new TestingSplitEnumeratorContext<>(1);
        TestingReaderContext subtask = new TestingReaderContext();
        TestingReaderOutput<T> output = new TestingReaderOutput<>();
        try (SplitEnumerator<SpateSplit, SpateEnumeratorState> enumerator = source.createEnumerator(coordinator);
                SourceReader<T, SpateSplit> reader = source.createReader(subtask)) {
            enumerator.start();
            coordinator.triggerAllActions();
            afterListing.run();
            coordinator.registerReader(0, "host");
            reader.start();
            int requests = 0;
            InputStatus status = InputStatus.MORE_AVAILABLE;
            while (status != InputStatus.END_OF_INPUT) {
                for (; requests < subtask.getNumSplitRequests(); requests++) {
                    enumerator.handleSplitRequest(0, "host");
                    coordinator.triggerAllActions();
                    handOver(coordinator, reader);
                }
                reader.isAvailable().get(30, TimeUnit.SECONDS);
                status = reader.pollNext(output);
            }
        }
        return output.getEmittedRecords();
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

    private static List<String> lines(Random random, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add("x".repeat(random.nextInt(30)) + random.nextInt());
        }
        return lines;
    }

    private static ObjectUri uri(String key) {
        return new ObjectUri("bucket", key);
    }
}
