package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.source.SplitReading.Emitted;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SpateSplitReaderTest extends SplitReaderTesting {
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

    @Test
    void fetch_quotaReached_endsAllSplits() throws IOException {
        RowQuota quota = new RowQuota(2);
        SpateSplitReader<String> limited = reading(Formats.lines(), inputs, quota, false, TestObjects.failing());
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

    private List<String> prefetched() {
        return inputs.events().stream()
                .filter(event -> event.startsWith("prefetch "))
                .map(event -> event.substring("prefetch ".length()))
                .toList();
    }
}
