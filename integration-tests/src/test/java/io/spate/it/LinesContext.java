package io.spate.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.testframe.external.ExternalSystemSplitDataWriter;
import org.apache.flink.connector.testframe.external.source.DataStreamSourceExternalContext;
import org.apache.flink.connector.testframe.external.source.TestingSourceSettings;

import io.spate.source.Formats;
import io.spate.source.SpateSource;
import io.spate.source.SpateSourceBuilder;

/** Records of Flink's suite as lines of objects, a new object for whatever is written at once. One bucket for a test. */
final class LinesContext implements DataStreamSourceExternalContext<String> {
    private static final int FEWEST_RECORDS = 50;
    private static final int MORE_RECORDS = 50;

    private final AtomicInteger written = new AtomicInteger();
    private final String bucket;

    LinesContext() {
        try {
            bucket = TestStore.newBucket();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Source<String, ?, ?> createSource(TestingSourceSettings settings) {
        SpateSourceBuilder<String> builder = SpateSource.<String>builder()
                .paths("spate://" + bucket + "/")
                .format(Formats.lines())
                .options(TestStore.options());
        return settings.getBoundedness() == Boundedness.BOUNDED
                ? builder.build()
                : builder.monitorContinuously(Duration.ofMillis(100)).build();
    }

    @Override
    public ExternalSystemSplitDataWriter<String> createSourceSplitDataWriter(TestingSourceSettings settings) {
        return new ExternalSystemSplitDataWriter<>() {
            @Override
            public void writeRecords(List<String> records) {
                put(String.join("\n", records));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public List<String> generateTestData(TestingSourceSettings settings, int split, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, FEWEST_RECORDS + random.nextInt(MORE_RECORDS))
                .mapToObj(i -> "split " + split + " record " + i + " " + Long.toHexString(random.nextLong()))
                .toList();
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return Types.STRING;
    }

    @Override
    public List<URL> getConnectorJarPaths() {
        return List.of();
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "lines of objects";
    }

    /** Keys sort in the order of writing. */
    private void put(String text) {
        try {
            TestStore.get().put(bucket, "part-%05d".formatted(written.getAndIncrement()), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
