package io.spate.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.source.SplitReading.Emitted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Records and objects that cannot be read, and those that are left out. */
@Timeout(60)
class SplitReaderFailureTest extends SplitReaderTesting {
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
        try (SpateSplitReader<String> skips =
                reading(Formats.deserializer(schema), inputs, new RowQuota(ScanSettings.UNLIMITED), false, skipping)) {
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

    private SpateSplitReader<String> skipping() {
        return reading(Formats.lines(), inputs, new RowQuota(ScanSettings.UNLIMITED), true, TestObjects.failing());
    }

    private static ObjectUri uri(String key) {
        return new ObjectUri("bucket", key);
    }
}
