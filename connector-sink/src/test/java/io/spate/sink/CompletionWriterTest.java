package io.spate.sink;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

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
import io.spate.sink.ObjectLedger.Complete;
import io.spate.sink.SpateCommittable.VisibleObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class CompletionWriterTest {
    private static final ObjectUri DIRECTORY = new ObjectUri("bucket", "out/");

    private final MemoryStore store = new MemoryStore();

    @Test
    void write_bucket_namesItsObjectsAndThenSucceeds() throws Exception {
        VisibleObject first = put("out/day=1/a\n\"é", "one");
        VisibleObject second = put("out/day=1/b", "");
        CountingStore counted = new CountingStore(store);

        write(counted, Completion.ofBuckets(Duration.ofDays(1)), new Complete("day=1", List.of(first, second)));

        assertThat(text(manifests("out/day=1/").get(0)))
                .isEqualTo("{\"key\":\"out/day=1/a\\u000a\\\"é\",\"size\":3,\"etag\":\"" + first.etag()
                        + "\",\"records\":7,\"bucket\":\"b\"}\n{\"key\":\"out/day=1/b\",\"size\":0,\"etag\":\""
                        + second.etag() + "\",\"records\":7,\"bucket\":\"b\"}\n");
        assertThat(text("out/day=1/_SUCCESS")).isEmpty();
        assertThat(counted.count(Operation.HEAD)).isEqualTo(2);
        assertThat(counted.requests()).hasSize(4);
        assertThat(counted.requests().get(3).uri().key()).isEqualTo("out/day=1/_SUCCESS");
    }

    @Test
    void write_manyObjects_namesAllInOrder() throws Exception {
        List<VisibleObject> objects = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 10_000; i < 12_500; i++) {
            VisibleObject object = put("out/" + i, "x");
            objects.add(object);
            expected.append("{\"key\":\"out/" + i + "\",\"size\":1,\"etag\":\"" + object.etag()
                    + "\",\"records\":7,\"bucket\":\"b\"}\n");
        }
        write(store, Completion.ofJob().withoutSuccessFile(), new Complete("", objects));

        assertThat(text(manifests("out/").get(0))).isEqualTo(expected.toString());
    }

    @Test
    void write_again_changesNothing() throws Exception {
        Complete complete = new Complete("", List.of(put("out/a", "1")));
        write(store, Completion.ofJob(), complete);
        String once = text(manifests("out/").get(0));
        write(store, Completion.ofJob(), complete);

        assertThat(manifests("out/")).hasSize(1);
        assertThat(text(manifests("out/").get(0))).isEqualTo(once);
    }

    @Test
    void write_otherObjects_isAnotherManifest() throws Exception {
        write(store, Completion.ofJob(), new Complete("", List.of(put("out/a", "1"))));
        write(store, Completion.ofJob(), new Complete("", List.of(put("out/b", "1"))));
        write(store, Completion.ofJob(), new Complete("", List.of()));

        assertThat(manifests("out/")).hasSize(3);
    }

    @Test
    void write_withoutManifest_asksForNothing() throws Exception {
        store.createBucket("bucket");
        CountingStore counted = new CountingStore(store);
        write(counted, Completion.ofJob().withoutManifest(), new Complete("", List.of()));

        assertThat(counted.requests()).hasSize(1);
        assertThat(text("out/_SUCCESS")).isEmpty();
    }

    @Test
    void write_objectThatIsGoneOrAnother_isLeftOut() throws Exception {
        VisibleObject kept = put("out/a", "1");
        VisibleObject gone = put("out/b", "1");
        VisibleObject replaced = put("out/c", "1");
        VisibleObject longer = put("out/d", "1");
        store.delete(gone.uri());
        put("out/c", "2");
        put("out/d", "22");
        write(
                store,
                Completion.ofJob(),
                new Complete(
                        "",
                        List.of(
                                kept,
                                gone,
                                replaced,
                                new VisibleObject(longer.uri(), 1, "", "", "b", OptionalLong.empty()))));

        assertThat(text(manifests("out/").get(0)).lines())
                .singleElement()
                .asString()
                .contains("out/a");
    }

    @Test
    void write_numberOfRecordsUnknown_saysNone() throws Exception {
        VisibleObject object = put("out/a", "1");
        VisibleObject uncounted = new VisibleObject(object.uri(), 1, "", object.etag(), "", OptionalLong.empty());
        write(store, Completion.ofJob(), new Complete("", List.of(uncounted)));

        assertThat(text(manifests("out/").get(0)))
                .isEqualTo("{\"key\":\"out/a\",\"size\":1,\"etag\":\"" + object.etag() + "\",\"bucket\":\"\"}\n");
    }

    @Test
    void write_manifestThatCannotBeWritten_hasNoSuccessFile() throws Exception {
        VisibleObject object = put("out/a", "1");
        ObjectStore refusing = new FaultyStore(
                store,
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> request.operation() == Operation.PUT
                                && request.uri().key().endsWith(".jsonl")));
        assertThatThrownBy(() -> write(refusing, Completion.ofJob(), new Complete("", List.of(object))))
                .hasMessageContainingAll("spate://bucket/out/_manifest-", "DENIED");

        assertThat(keys("out/")).containsExactly("out/a");
    }

    @Test
    void write_objectThatMayNotBeAskedFor_failsNamingIt() throws Exception {
        VisibleObject object = put("out/a", "1");
        ObjectStore refusing = new FaultyStore(
                store, FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.HEAD));
        assertThatThrownBy(() -> write(refusing, Completion.ofJob(), new Complete("", List.of(object))))
                .hasMessageContainingAll("spate://bucket/out/a", "DENIED");

        assertThat(keys("out/")).containsExactly("out/a");
    }

    private VisibleObject put(String key, String content) {
        ObjectInfo info = store.put(DIRECTORY.withKey(key), content.getBytes(StandardCharsets.UTF_8));
        return new VisibleObject(info.uri(), info.length(), "marker", info.etag(), "b", OptionalLong.of(7));
    }

    private static void write(ObjectStore over, Completion completion, Complete complete) throws Exception {
        Engine engine = Engine.over(over, SpateOptions.of(Map.of("memory", "32 MiB")));
        new CompletionWriter(engine, DIRECTORY, completion).write(complete);
        engine.close();
    }

    private String text(String key) throws Exception {
        return new String(store.bytes(DIRECTORY.withKey(key)), StandardCharsets.UTF_8);
    }

    private List<String> manifests(String below) throws Exception {
        return keys(below).stream().filter(key -> key.contains("/_manifest-")).toList();
    }

    private List<String> keys(String below) throws Exception {
        List<String> keys = new ArrayList<>();
        ObjectLister objects = new ObjectLister(store, PathPattern.parse("spate://bucket/" + below), "");
        while (!objects.isDone()) {
            objects.nextPage().forEach(info -> keys.add(info.uri().key()));
        }
        return keys;
    }
}
