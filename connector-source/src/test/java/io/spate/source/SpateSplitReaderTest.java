package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ByteRange;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.source.SplitReading.Emitted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class SpateSplitReaderTest {
    private final FakeInputs inputs = new FakeInputs(4);
    private final InternalSourceReaderMetricGroup group =
            InternalSourceReaderMetricGroup.mock(new UnregisteredMetricsGroup());
    private final SourceMetrics metrics = new SourceMetrics(group);
    private final SpateSplitReader<String> reader = reading(Formats.lines(), inputs);

    @Test
    void fetch_packOfObjects_readsThemInOneBatchWithPositions() throws IOException {
        SpateSplit split = split("s", object("a", "1\n2\n"), object("empty", ""), object("b", "3"));
        add(split);
        UnitBatch<String> batch = reader.fetch();
        assertThat(batch.finishedSplits()).isEqualTo(Set.of("s"));
        Emitted emitted = new Emitted(split);
        assertThat(batch.nextSplit()).isEqualTo("s");
        List<SpateSplit> positions = new ArrayList<>();
        while (batch.nextRecordFromSplit() != null) {
            batch.emit(emitted, emitted.progress);
            positions.add(emitted.progress.toSplit());
        }
        assertThat(emitted.records).containsExactly("1", "2", "3");
        assertThat(positions).containsExactly(split.at(0, 2, 0), split.at(1, 0, 0), split.at(3, 0, 0));
        assertThat(batch.nextSplit()).isNull();
        assertThat(metrics.bytesIn().getCount()).isEqualTo(5);
    }

    @Test
    void fetch_restoredAtAnyPosition_goesOnThere() throws IOException {
        SpateSplit split = split("s", object("a", "1\n2\n"), object("b", "3\n4"));
        List<SpateSplit> positions =
                List.of(split.at(0, 2, 0), split.at(1, 0, 0), split.at(1, 2, 0), split.at(2, 0, 0));
        for (int done = 0; done < positions.size(); done++) {
            SpateSplitReader<String> restored = reading(Formats.lines(), inputs);
            restored.handleSplitsChanges(new SplitsAddition<>(List.of(positions.get(done))));
            UnitBatch<String> batch = restored.fetch();
            Emitted emitted = new Emitted(positions.get(done));
            SplitReading.emit(batch, emitted);
            assertThat(emitted.records).isEqualTo(List.of("1", "2", "3", "4").subList(done + 1, 4));
            assertThat(batch.finishedSplits()).containsExactly("s");
        }
    }

    @Test
    void fetch_largeObject_givesBatchesOfAboutAMegabyte() throws IOException {
        String line = "x".repeat(1023) + "\n";
        SpateSplit split = split("s", object("a", line.repeat(2500)));
        add(split);
        Emitted emitted = new Emitted(split);
        List<Integer> sizes = new ArrayList<>();
        while (!emitted.progress.toSplit().equals(split.at(1, 0, 0))) {
            int before = emitted.records.size();
            SplitReading.emit(reader.fetch(), emitted);
            sizes.add(emitted.records.size() - before);
        }
        assertThat(sizes).containsExactly(1024, 1024, 452);
    }

    @Test
    void fetch_shortLines_givesBatchesOfBoundedCount() throws IOException {
        SpateSplit split = split("s", object("a", "\n".repeat(10_000)));
        add(split);
        assertThat(reader.fetch().size()).isEqualTo(SpateSplitReader.MAX_RECORDS);
    }

    @Test
    void fetch_severalSplits_prefetchesAcrossTheirBordersUpToTheWindow() throws IOException {
        add(split("1", object("a", "1\n")), split("2", object("b", "2\n"), object("c", "3\n")));
        add(split("3", object("d", "4\n")), split("4", object("e", "5\n"), object("f", "6\n")));
        reader.fetch();
        assertThat(prefetched()).containsExactly("a", "b", "c", "d");
        assertThat(inputs.taken()).isEqualTo(3);
        reader.fetch();
        assertThat(prefetched()).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(inputs.taken()).isLessThanOrEqualTo(inputs.capacity());
    }

    @Test
    void fetch_objectLargerThanTheWindow_startsTheNextBeforeItsEnd() throws IOException {
        int range = 1 << 20;
        FakeInputs ranges = new FakeInputs(4, range);
        SpateSplit first = split("1", ranges.put("a", new byte[10 * range]));
        SpateSplit second = split("2", ranges.put("b", new byte[range]));
        try (SpateSplitReader<ObjectContent> whole = reading(Formats.wholeObject(), ranges)) {
            whole.handleSplitsChanges(new SplitsAddition<>(List.of(first, second)));
            assertThat(whole.fetch().finishedSplits()).containsExactly("1");
        }
        assertThat(ranges.events()).containsSubsequence("prefetch a", "prefetch b", "read a", "close a");
    }

    @Test
    void pause_split_givesBackWhatWasFetchedAndReadsOthersOn() throws IOException {
        SpateSplit first = split("1", object("a", "1\n".repeat(5000)));
        SpateSplit second = split("2", object("b", "2\n"));
        add(first, second);
        Emitted emitted = new Emitted(first);
        SplitReading.emit(reader.fetch(), emitted);
        reader.pauseOrResumeSplits(List.of(first), List.of());
        assertThat(inputs.events()).contains("close a");
        assertThat(reader.fetch().finishedSplits()).containsExactly("2");
        assertThat(inputs.taken()).isZero();
        reader.pauseOrResumeSplits(List.of(), List.of(first));
        UnitBatch<String> rest = reader.fetch();
        SplitReading.emit(rest, emitted);
        assertThat(emitted.records).isEqualTo(Collections.nCopies(5000, "1"));
        assertThat(rest.finishedSplits()).containsExactly("1");
    }

    @Test
    void pause_unknownSplit_isIgnored() throws IOException {
        SpateSplit split = split("1", object("a", "1\n"));
        reader.pauseOrResumeSplits(List.of(split), List.of());
        add(split);
        assertThat(reader.fetch().finishedSplits()).containsExactly("1");
    }

    @Test
    void wakeUp_fetchThatWaitsForBytes_returnsAndLosesNothing() throws Exception {
        SpateSplit split = split("1", object("a", "1\n"), object("b", "2\n3\n"));
        inputs.block("b");
        add(split);
        CompletableFuture<UnitBatch<String>> fetch = fetchAside();
        assertThat(inputs.waiting().await(30, TimeUnit.SECONDS)).isTrue();
        reader.wakeUp();
        Emitted emitted = new Emitted(split);
        SplitReading.emit(fetch.get(30, TimeUnit.SECONDS), emitted);
        assertThat(emitted.records).containsExactly("1");
        inputs.free("b");
        SplitReading.emit(reader.fetch(), emitted);
        assertThat(emitted.records).containsExactly("1", "2", "3");
    }

    @Test
    void wakeUp_formatThatReadsOn_returnsBehindTheUnitAndLosesNothing() throws Exception {
        ReadingOn format = new ReadingOn();
        SpateSplitReader<String> readingOn = reading(format, inputs);
        SpateSplit split = split("1", object("a", "1\n2\n3\n"));
        readingOn.handleSplitsChanges(new SplitsAddition<>(List.of(split)));
        inputs.block("a");
        CompletableFuture<UnitBatch<String>> fetch = fetchAside(readingOn);
        assertThat(inputs.waiting().await(30, TimeUnit.SECONDS)).isTrue();
        readingOn.wakeUp();
        assertThat(format.woken.await(30, TimeUnit.SECONDS)).isTrue();
        inputs.free("a");
        Emitted emitted = new Emitted(split);
        SplitReading.emit(fetch.get(30, TimeUnit.SECONDS), emitted);
        assertThat(emitted.records).containsExactly("1");
        SplitReading.emit(readingOn.fetch(), emitted);
        assertThat(emitted.records).containsExactly("1", "2", "3");
    }

    @Test
    void wakeUp_fetchWithAllSplitsPaused_returnsNothing() throws Exception {
        SpateSplit split = split("1", object("a", "1\n"));
        add(split);
        reader.pauseOrResumeSplits(List.of(split), List.of());
        CompletableFuture<UnitBatch<String>> fetch = fetchAside();
        reader.wakeUp();
        UnitBatch<String> batch = fetch.get(30, TimeUnit.SECONDS);
        assertThat(batch.nextSplit()).isNull();
        assertThat(batch.finishedSplits()).isEmpty();
    }

    @Test
    void wakeUp_beforeFetch_lastsForOneFetchOnly() throws IOException {
        add(split("1", object("a", "1\n")));
        reader.wakeUp();
        assertThat(reader.fetch().nextSplit()).isNull();
        assertThat(reader.fetch().finishedSplits()).containsExactly("1");
    }

    @Test
    void fetch_recordThatCannotBeRead_failsAndIsCounted() {
        SpateSplitReader<String> strict = reading(Formats.lines().maxRecordLength(1), inputs);
        strict.handleSplitsChanges(new SplitsAddition<>(List.of(split("1", object("a", "12\n")))));
        assertThatThrownBy(strict::fetch).isInstanceOf(IOException.class).hasMessageContaining("maxRecordLength");
        assertThat(group.getNumRecordsInErrorsCounter().getCount()).isEqualTo(1);
    }

    @Test
    void fetch_badRecordsThatAreSkipped_areCountedAndLeaveNothing() throws IOException {
        BadRecords skipping = BadRecords.of(new ErrorPolicy.Skip(), new MemoryStore());
        AbstractDeserializationSchema<String> schema = new AbstractDeserializationSchema<>(String.class) {
            private static final long serialVersionUID = 1L;

            @Override
            public String deserialize(byte[] line) throws IOException {
                throw new IOException("never called");
            }

            @Override
            public void deserialize(byte[] line, Collector<String> out) throws IOException {
                out.collect(new String(line, StandardCharsets.UTF_8));
                if (line[0] == 'x') {
                    throw new IOException("bad");
                }
            }
        };
        try (SpateSplitReader<String> skips = new SpateSplitReader<>(
                Formats.deserializer(schema),
                inputs,
                metrics,
                new RowQuota(ScanSettings.UNLIMITED),
                new Tolerance(new ChangedObjects(false, metrics.objectsSkipped(), new MemoryStore()), skipping))) {
            SpateSplit split = split("1", object("a", "1\nx\n3\nx\n"));
            skips.handleSplitsChanges(new SplitsAddition<>(List.of(split)));
            SplitReading.Emitted emitted = new SplitReading.Emitted(split);
            SplitReading.emit(skips.fetch(), emitted);
            assertThat(emitted.records).containsExactly("1", "3");
            assertThat(emitted.progress.toSplit().pendingBytes()).isZero();
        }
        assertThat(group.getNumRecordsInErrorsCounter().getCount()).isEqualTo(2);
    }

    @Test
    void fetch_bytesThatCannotBeHad_failsAndIsNotCountedAsARecord() {
        List<IOException> failures = List.of(
                new EOFException("ended early"), new InterruptedIOException("interrupted"), new IOException("died"));
        for (IOException failure : failures) {
            inputs.fail("a", failure);
            SpateSplitReader<String> broken = reading(Formats.lines(), inputs);
            broken.handleSplitsChanges(new SplitsAddition<>(List.of(split("1", object("a", "1\n")))));
            assertThatThrownBy(broken::fetch).isSameAs(failure);
        }
        assertThat(group.getNumRecordsInErrorsCounter().getCount()).isZero();
    }

    @Test
    void fetch_rangesOfAnObject_giveEachLineOnce() throws IOException {
        String text = String.join(
                "\n", IntStream.range(0, 500).mapToObj(Integer::toString).toList());
        ObjectInfo object = object("a", text);
        List<String> records = new ArrayList<>();
        for (long start = 0; start < object.length(); start += 7) {
            ByteRange range = new ByteRange(start, Math.min(object.length(), start + 7));
            SpateSplit split = SpateSplit.of("s" + start, List.of(new SplitEntry(object, range)));
            add(split);
            Emitted emitted = new Emitted(split);
            SplitReading.emit(reader.fetch(), emitted);
            records.addAll(emitted.records);
        }
        assertThat(records)
                .isEqualTo(IntStream.range(0, 500).mapToObj(Integer::toString).toList());
    }

    @Test
    void close_reader_closesEverythingThatIsOpen() throws IOException {
        add(split("1", object("a", "\n".repeat(5000))), split("2", object("b", "2\n")));
        reader.fetch();
        assertThat(inputs.taken()).isEqualTo(2);
        reader.close();
        assertThat(inputs.taken()).isZero();
    }

    private CompletableFuture<UnitBatch<String>> fetchAside() {
        return fetchAside(reader);
    }

    private static CompletableFuture<UnitBatch<String>> fetchAside(SpateSplitReader<String> reader) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return reader.fetch();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private List<String> prefetched() {
        return inputs.events().stream()
                .filter(event -> event.startsWith("prefetch "))
                .map(event -> event.substring("prefetch ".length()))
                .toList();
    }

    private ObjectInfo object(String key, String text) {
        return inputs.put(key, text.getBytes(StandardCharsets.UTF_8));
    }

    private static SpateSplit split(String id, ObjectInfo... objects) {
        return SpateSplit.of(
                id, List.of(objects).stream().map(SplitEntry::whole).toList());
    }

    private void add(SpateSplit... splits) {
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(splits)));
    }

    @Test
    void fetch_objectThatChanged_isSkippedWithWhatIsLeftAndAgainAfterARestore() throws IOException {
        SpateSplit split = split("s", object("a", "1\n2\n"), object("changed", "x\ny\n"), object("b", "3\n"));
        inputs.fail("changed", new StoreException(Kind.CHANGED, StoreRequest.head(uri("changed")), "another etag"));
        SpateSplitReader<String> skipping = skipping();
        skipping.handleSplitsChanges(new SplitsAddition<>(List.of(split)));
        Emitted emitted = new Emitted(split);
        SplitReading.emit(skipping.fetch(), emitted);
        assertThat(emitted.records).containsExactly("1", "2", "3");
        assertThat(emitted.progress.toSplit()).isEqualTo(split.at(3, 0, 0));
        assertThat(metrics.objectsSkipped().getCount()).isEqualTo(1);

        SpateSplitReader<String> restored = skipping();
        restored.handleSplitsChanges(new SplitsAddition<>(List.of(split.at(1, 2, 0))));
        Emitted rest = new Emitted(split.at(1, 2, 0));
        SplitReading.emit(restored.fetch(), rest);
        assertThat(rest.records).containsExactly("3");
        assertThat(metrics.objectsSkipped().getCount()).isEqualTo(2);
    }

    @Test
    void fetch_quotaReached_endsAllSplits() throws IOException {
        RowQuota quota = new RowQuota(2);
        SpateSplitReader<String> limited = new SpateSplitReader<>(
                Formats.lines(),
                inputs,
                metrics,
                quota,
                new Tolerance(
                        new ChangedObjects(false, metrics.objectsSkipped(), new MemoryStore()), TestObjects.failing()));
        SpateSplit first = split("1", object("a", "1\n2\n3\n"));
        limited.handleSplitsChanges(new SplitsAddition<>(List.of(first, split("2", object("b", "4\n")))));
        Emitted emitted = new Emitted(first);
        UnitBatch<String> batch = limited.fetch();
        SplitReading.emit(batch, emitted);
        assertThat(emitted.records).containsExactly("1", "2");
        assertThat(batch.finishedSplits()).containsExactly("1");
        assertThat(limited.fetch().finishedSplits()).containsExactly("2");
        assertThat(quota.read()).isEqualTo(2);
    }

    private SpateSplitReader<String> skipping() {
        return new SpateSplitReader<>(
                Formats.lines(),
                inputs,
                metrics,
                new RowQuota(ScanSettings.UNLIMITED),
                new Tolerance(
                        new ChangedObjects(true, metrics.objectsSkipped(), new MemoryStore()), TestObjects.failing()));
    }

    private static ObjectUri uri(String key) {
        return new ObjectUri("bucket", key);
    }

    private <T> SpateSplitReader<T> reading(RecordFormat<T> format, FakeInputs from) {
        return new SpateSplitReader<>(
                format,
                from,
                metrics,
                new RowQuota(ScanSettings.UNLIMITED),
                new Tolerance(
                        new ChangedObjects(false, metrics.objectsSkipped(), new MemoryStore()), TestObjects.failing()));
    }

    /** Lines, of which a reader gives the next one whether it is woken up or not, as decoders of columns do. */
    private static final class ReadingOn implements RecordFormat<String> {
        private static final long serialVersionUID = 1L;
        private final transient CountDownLatch woken = new CountDownLatch(1);

        @Override
        public boolean isSplittable() {
            return false;
        }

        @Override
        public TypeInformation<String> producedType() {
            return Types.STRING;
        }

        @Override
        public RecordReader<String> reader(RecordInput input, ByteRange range, long position) throws IOException {
            RecordReader<String> lines = Formats.lines().reader(input, range, position);
            return new RecordReader<>() {
                @Override
                public Outcome next(Consumer<? super String> out) throws IOException {
                    Outcome outcome = lines.next(out);
                    while (outcome == Outcome.WOKEN) {
                        woken.countDown();
                        outcome = lines.next(out);
                    }
                    return outcome;
                }

                @Override
                public long position() {
                    return lines.position();
                }
            };
        }
    }
}
