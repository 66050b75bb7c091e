package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.sink.SpateCommittable.VisibleObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ReplacementTest {
    private static final ObjectUri DIRECTORY = new ObjectUri("bucket", "out/");

    private final MemoryStore store = new MemoryStore();

    @BeforeEach
    void before() {
        store.createBucket("bucket");
        for (String key : List.of("out/old", "out/_SUCCESS", "out/day=1/old", "out/day=10/old", "out-side", "out/")) {
            put(key);
        }
    }

    @Test
    void apply_all_leavesNewObjectsAndWhatIsBeside() throws Exception {
        apply(store, Overwrite.all(), written("out/new", ""), written("out/day=2/new", "day=2"));

        assertThat(keys()).containsExactly("out-side", "out/", "out/day=2/new", "out/new");
    }

    @Test
    void apply_directory_leavesOthersAlsoIfTheyBeginAlike() throws Exception {
        apply(store, Overwrite.directory("day=1"));

        assertThat(keys()).containsExactly("out-side", "out/", "out/_SUCCESS", "out/day=10/old", "out/old");
    }

    @Test
    void apply_directory_replacesAlsoBucketsBesideItThatGotRecords() throws Exception {
        apply(store, Overwrite.directory("day=1"), written("out/day=10/new", "day=10"));

        assertThat(keys()).containsExactly("out-side", "out/", "out/_SUCCESS", "out/day=10/new", "out/old");
    }

    @Test
    void apply_written_replacesTheBucketsOfObjects() throws Exception {
        apply(store, Overwrite.written(), written("out/day=10/new", "day=10"), written("out/day=2/new", "day=2"));

        assertThat(keys())
                .containsExactly(
                        "out-side",
                        "out/",
                        "out/_SUCCESS",
                        "out/day=1/old",
                        "out/day=10/new",
                        "out/day=2/new",
                        "out/old");
    }

    @Test
    void apply_nothing_asksForNothing() throws Exception {
        CountingStore counted = new CountingStore(store);
        apply(counted, Overwrite.nothing(), written("out/new", ""));

        assertThat(counted.requests()).isEmpty();
    }

    @Test
    void apply_manyObjects_deletesThousandsByRequest() throws Exception {
        for (int i = 0; i < 2500; i++) {
            put("out/many/" + i);
        }
        CountingStore counted = new CountingStore(store);
        apply(counted, Overwrite.directory("many"));

        assertThat(counted.count(Operation.LIST)).isEqualTo(3);
        assertThat(counted.requests()).hasSize(6);
        assertThat(keys()).noneMatch(key -> key.startsWith("out/many/"));
    }

    @Test
    void apply_deletesThatFail_namesKeysAndTheNextTryDoesTheRest() throws Exception {
        VisibleObject written = written("out/new", "");
        ObjectStore refusing = new FaultyStore(store, FaultyStore.failing(Kind.DENIED, request -> isDelete(request)));

        assertThatThrownBy(() -> apply(refusing, Overwrite.all(), written))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("overwriting spate://bucket/out/: the new objects are visible, but 4 of those")
                .hasMessageContaining("spate://bucket/out/old")
                .hasMessageEndingWith("; delete them, or run the statement again");
        assertThat(keys()).contains("out/new", "out/old");

        apply(store, Overwrite.all(), written);
        apply(store, Overwrite.all(), written);

        assertThat(keys()).containsExactly("out-side", "out/", "out/new");
    }

    @Test
    void apply_listingThatFails_deletesNothingAndSaysSo() throws Exception {
        ObjectStore refusing = new FaultyStore(
                store, FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.LIST));

        assertThatThrownBy(() -> apply(refusing, Overwrite.all()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("overwriting spate://bucket/out/: cannot list what was there before");
        assertThat(keys()).hasSize(6);
    }

    /** An object that somebody else has put there while the job ran goes as well: nobody can tell it from an old one. */
    @Test
    void apply_objectOfSomebodyElse_isDeleted() throws Exception {
        VisibleObject written = written("out/new", "");
        put("out/of-somebody-else");

        apply(store, Overwrite.all(), written);

        assertThat(keys()).containsExactly("out-side", "out/", "out/new");
    }

    private static boolean isDelete(StoreRequest request) {
        return request.operation().name().startsWith("DELETE");
    }

    private static void apply(ObjectStore store, Overwrite overwrite, VisibleObject... written) throws IOException {
        try (Engine engine = Engine.over(store, SpateOptions.of(Map.of("memory", "32 MiB", "retry.deadline", "1 s")))) {
            new Replacement(engine, DIRECTORY, overwrite).apply(List.of(written));
        }
    }

    private VisibleObject written(String key, String bucket) {
        ObjectInfo info = put(key);
        return new VisibleObject(info.uri(), info.length(), "m", info.etag(), bucket, OptionalLong.of(1));
    }

    private ObjectInfo put(String key) {
        return store.put(DIRECTORY.withKey(key), key.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> keys() throws IOException {
        List<String> keys = new ArrayList<>();
        ObjectLister objects = new ObjectLister(store, PathPattern.parse("spate://bucket/"), "");
        while (!objects.isDone()) {
            objects.nextPage().forEach(info -> keys.add(info.uri().key()));
        }
        return keys;
    }
}
