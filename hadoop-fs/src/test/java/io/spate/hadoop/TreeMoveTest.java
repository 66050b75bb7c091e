package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException.Kind;

import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class TreeMoveTest {
    private final OperationThreads threads = OperationThreads.open("test", 4);
    private final MemoryStore memory = FileSystemFixture.newStore();

    @AfterEach
    void stop() {
        threads.executor().shutdownNow();
    }

    @Test
    void run_manyObjects_movesThemInBatches() throws IOException {
        IntStream.range(0, 2500).forEach(i -> FileSystemFixture.put(memory, "d/" + i, "text"));
        CountingStore requests = new CountingStore(memory);

        run(requests, 1000);

        assertThat(keys("d/")).isEmpty();
        assertThat(keys("e/")).hasSize(1000);
        assertThat(requests.count(Operation.COPY)).isEqualTo(2500);
        List<Operation> operations =
                requests.requests().stream().map(request -> request.operation()).toList();
        assertThat(operations.indexOf(Operation.DELETE_MANY)).isLessThan(operations.lastIndexOf(Operation.COPY));
    }

    @Test
    void run_failsInALaterBatch_saysWhatWasMovedAndWhatIsInBothPlaces() throws IOException {
        IntStream.range(1000, 2500).forEach(i -> FileSystemFixture.put(memory, "d/" + i, "text"));
        FaultyStore.Plan plan = FaultyStore.failing(
                Kind.DENIED,
                request -> request.operation() == Operation.COPY
                        && request.uri().key().equals("e/2300"));

        assertThatThrownBy(() -> run(new FaultyStore(memory, plan), 1000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1000 objects were moved; ")
                .hasMessageContaining("of 500 others were copied and not deleted");

        assertThat(keys("d/")).hasSize(500).startsWith("d/2000");
    }

    @Test
    void run_toNamesThatAreTooLong_movesNothing() {
        FileSystemFixture.put(memory, "d/" + "x".repeat(1020), "text");

        assertThatThrownBy(() -> {
                    try (Engine engine = engine(memory)) {
                        new TreeMove(bucket(engine), threads, path("/d"), path("/longer"), 10).run();
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("0 objects were moved")
                .hasMessageContaining("1024 bytes");
    }

    private void run(ObjectStore store, int batch) throws IOException {
        try (Engine engine = engine(store)) {
            new TreeMove(bucket(engine), threads, path("/d"), path("/e"), batch).run();
        }
    }

    private static Engine engine(ObjectStore store) {
        return Engine.over(store, SpateOptions.of(Map.of("profile", "oss")));
    }

    private static Bucket bucket(Engine engine) {
        URI root = URI.create("spate://" + FileSystemFixture.BUCKET);
        return new Bucket(engine, root, FileSystemFixture.BUCKET, new KeyCodec(root), "owner", 1 << 20);
    }

    private List<String> keys(String prefix) throws IOException {
        return memory.list(ListRequest.below(uri(prefix))).objects().stream()
                .map(ObjectInfo::uri)
                .map(uri -> uri.key())
                .toList();
    }
}
