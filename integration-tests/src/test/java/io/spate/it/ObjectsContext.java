package io.spate.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.testframe.external.ExternalSystemDataReader;
import org.apache.flink.connector.testframe.external.sink.DataStreamSinkV2ExternalContext;
import org.apache.flink.connector.testframe.external.sink.TestingSinkSettings;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.sink.Rolling;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;

/**
 * Lines of objects, read back as they become visible. Each upload is completed twice, as the first answer is lost. One
 * bucket for a test.
 */
final class ObjectsContext implements DataStreamSinkV2ExternalContext<String> {
    private static final int FEWEST_RECORDS = 60;
    private static final int MORE_RECORDS = 40;
    private static final int MILLIS_BETWEEN_POLLS = 50;

    private final StoreFront.Repeated repeated;
    private final StoreFront front;
    private final String bucket;
    private final StoredObjects objects;

    ObjectsContext(StoreFront.Repeated repeated) {
        this.repeated = repeated;
        try {
            front = StoreFront.open(repeated);
            front.loseFirstAnswers();
            bucket = TestStore.newBucket();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        objects = new StoredObjects(bucket);
    }

    /** Objects end with each checkpoint, as the suite waits for records while its job goes on. */
    @Override
    @SuppressWarnings("deprecation") // the suite has no other way to say it, on any version
    public Sink<String> createSink(TestingSinkSettings settings) {
        return SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .rolling(Rolling.defaults().withEveryCheckpoint(true))
                .deliveryGuarantee(DeliveryGuarantee.valueOf(
                        settings.getCheckpointingMode().name()))
                .options(front.options())
                .build();
    }

    @Override
    public ExternalSystemDataReader<String> createSinkDataReader(TestingSinkSettings settings) {
        return new ExternalSystemDataReader<>() {
            private final Set<ObjectUri> read = new HashSet<>();

            @Override
            public List<String> poll(Duration timeout) {
                CompletableFuture.runAsync(
                                () -> {},
                                CompletableFuture.delayedExecutor(MILLIS_BETWEEN_POLLS, TimeUnit.MILLISECONDS))
                        .join();
                try {
                    List<String> lines = new ArrayList<>();
                    for (ObjectInfo object : objects.list()) {
                        if (read.add(object.uri())) {
                            lines.addAll(objects.linesOf(object));
                        }
                    }
                    return lines;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public List<String> generateTestData(TestingSinkSettings settings, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, FEWEST_RECORDS + random.nextInt(MORE_RECORDS))
                .mapToObj(i -> "record " + i + " " + Long.toHexString(random.nextLong()))
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
    public void close() {
        objects.close();
        front.close();
    }

    @Override
    public String toString() {
        return "lines of objects, where completing again " + repeated;
    }
}
