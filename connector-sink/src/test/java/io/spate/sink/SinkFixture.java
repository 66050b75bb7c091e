package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.apache.flink.api.connector.sink2.SinkWriter;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.sink.SpateCommittable.PendingObject;

/** A sink over a store in memory, driven as Flink drives it. The store takes parts of 100 KiB and more. */
final class SinkFixture {
    static final ObjectUri DIRECTORY = new ObjectUri("bucket", "out/");
    static final int PART = 100 << 10;

    private static final SinkWriter.Context RECORD = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return Long.MIN_VALUE;
        }

        @Override
        public Long timestamp() {
            return null;
        }
    };

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store;
    private final ManualTime time = new ManualTime();
    private SpateOptions options = SpateOptions.of(
            Map.of("profile", "oss", "write.part-size", "100 KiB", "retry.deadline", "5 s", "memory", "32 MiB"));
    private Consumer<SpateSinkBuilder<String>> settings = builder -> {};
    private TestContext context;
    private Engine engine;

    SinkFixture() {
        this(below -> below);
    }

    /** @param layer over the store in memory, below what counts requests */
    SinkFixture(UnaryOperator<ObjectStore> layer) {
        memory.createBucket(DIRECTORY.bucket());
        this.store = new CountingStore(layer.apply(memory));
    }

    /** What a checkpoint holds. */
    record Checkpoint(List<PendingObject> committables, List<SpateWriterState> states) {}

    SinkFixture with(Consumer<SpateSinkBuilder<String>> more) {
        settings = settings.andThen(more);
        return this;
    }

    SinkFixture option(String key, String value) {
        options = options.with(key, value);
        return this;
    }

    SpateSink<String> sink() {
        SpateSinkBuilder<String> builder =
                SpateSink.<String>builder().path(DIRECTORY.toString()).format(TestFormats.text());
        settings.accept(builder);
        return builder.build(this::engine);
    }

    Engine engine() {
        engine = Engine.over(store, options);
        return engine;
    }

    /** The most transfer memory that the engine held which was opened last, in bytes. */
    long peakMemory() {
        return engine.peakTransferMemory();
    }

    SpateSinkWriter<String> writer() throws IOException {
        return writer(0, List.of());
    }

    /** The writer of a subtask. Its states are ones that were written to bytes and read again. */
    SpateSinkWriter<String> writer(int subtask, List<SpateWriterState> restored) throws IOException {
        context = new TestContext(subtask, time);
        List<SpateWriterState> states = new ArrayList<>();
        SpateWriterStateSerializer serializer = new SpateWriterStateSerializer();
        for (SpateWriterState state : restored) {
            states.add(serializer.deserialize(serializer.getVersion(), serializer.serialize(state)));
        }
        return (SpateSinkWriter<String>) sink().restoreWriter(context, states);
    }

    SpateCommitter committer() {
        return (SpateCommitter) sink().createCommitter(new TestContext(0, time));
    }

    static void write(SpateSinkWriter<String> writer, String... records) throws IOException {
        for (String record : records) {
            writer.write(record, RECORD);
        }
    }

    static Checkpoint checkpoint(SpateSinkWriter<String> writer) throws Exception {
        writer.flush(false);
        return new Checkpoint(pending(writer), writer.snapshotState(1));
    }

    static List<PendingObject> endOfInput(SpateSinkWriter<String> writer) throws Exception {
        writer.flush(true);
        return pending(writer);
    }

    private static List<PendingObject> pending(SpateSinkWriter<String> writer) throws Exception {
        List<PendingObject> pending = new ArrayList<>();
        for (SpateCommittable committable : writer.prepareCommit()) {
            pending.add((PendingObject) committable);
        }
        return pending;
    }

    /** Commits, and gives what each request was told. */
    List<TestRequest> commit(List<? extends SpateCommittable> committables) throws Exception {
        SpateCommittableSerializer serializer = new SpateCommittableSerializer();
        List<TestRequest> requests = new ArrayList<>();
        for (SpateCommittable committable : committables) {
            requests.add(new TestRequest(
                    serializer.deserialize(serializer.getVersion(), serializer.serialize(committable))));
        }
        try (SpateCommitter committer = committer()) {
            committer.commit(List.copyOf(requests));
        }
        return requests;
    }

    /** The content of all objects by key. */
    Map<String, String> visible() throws IOException {
        Map<String, String> content = new TreeMap<>();
        ObjectLister objects = new ObjectLister(memory, PathPattern.parse("spate://bucket/"), "");
        while (!objects.isDone()) {
            for (ObjectInfo object : objects.nextPage()) {
                content.put(object.uri().key(), new String(memory.bytes(object.uri()), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    MemoryStore memory() {
        return memory;
    }

    CountingStore requests() {
        return store;
    }

    ManualTime time() {
        return time;
    }

    /** The metrics of the writer that was made last. */
    TestMetricGroup metrics() {
        return context.metricGroup();
    }
}
