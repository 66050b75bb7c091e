package io.spate.source;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ByteRange;
import io.spate.source.SplitReading.Emitted;

import static org.assertj.core.api.Assertions.assertThat;

/** Waking a reader of splits up, which loses nothing. */
@Timeout(60)
class SplitReaderWakeUpTest extends SplitReaderTesting {
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
