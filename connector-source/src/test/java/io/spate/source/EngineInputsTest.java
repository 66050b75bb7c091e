package io.spate.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class EngineInputsTest {
    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void prefetch_objectsOfOneBucket_sharesOneWindowAndGivesItBack() throws IOException {
        SpateOptions options = SpateOptions.of(Map.of("read.concurrency", "2"));
        try (Engine engine = Engine.over(store, options)) {
            EngineInputs inputs = new EngineInputs(engine, false);
            assertThat(inputs.hasRoom()).isTrue();
            ObjectInput first = open(inputs, "bucket", "one");
            ObjectInput second = open(inputs, "bucket", "two");
            ObjectInput third = open(inputs, "bucket", "three");
            assertThat(inputs.capacity()).isEqualTo(2);
            assertThat(first.prefetch()).isTrue();
            assertThat(second.prefetch()).isTrue();
            assertThat(third.prefetch()).isFalse();
            assertThat(inputs.hasRoom()).isFalse();
            second.close();
            assertThat(third.prefetch()).isTrue();
            assertThat(third.read(new byte[10], 0, 10)).isPositive();
            first.close();
            third.close();
            assertThat(inputs.hasRoom()).isTrue();
        }
        assertThat(store.count(Operation.GET)).isLessThanOrEqualTo(3);
    }

    @Test
    void prefetch_objectsOfSeveralBuckets_takesTheConcurrencyOfEach() throws IOException {
        SpateOptions options = SpateOptions.of(Map.of("read.concurrency", "1", "bucket.wide.read.concurrency", "2"));
        try (Engine engine = Engine.over(store, options)) {
            EngineInputs inputs = new EngineInputs(engine, false);
            ObjectInput narrow = open(inputs, "narrow", "one");
            assertThat(narrow.prefetch()).isTrue();
            assertThat(inputs.hasRoom()).isFalse();
            assertThat(inputs.capacity()).isEqualTo(1);
            ObjectInput first = open(inputs, "wide", "one");
            ObjectInput second = open(inputs, "wide", "two");
            assertThat(inputs.capacity()).isEqualTo(2);
            assertThat(first.prefetch()).isTrue();
            assertThat(inputs.hasRoom()).isTrue();
            assertThat(second.prefetch()).isTrue();
            assertThat(inputs.hasRoom()).isFalse();
            narrow.close();
            first.close();
            second.close();
        }
    }

    @Test
    void wakeUp_input_breaksOffTheNextWait() throws IOException {
        try (Engine engine = Engine.over(store, SpateOptions.defaults())) {
            ObjectInput input = open(new EngineInputs(engine, false), "bucket", "one");
            byte[] target = new byte[10];
            input.wakeUp();
            int read = 0;
            while (read < 10) {
                read += input.read(target, read, 10 - read);
            }
            assertThat(target).containsOnly(7);
            assertThat(input.position()).isEqualTo(10);
            input.close();
        }
    }

    private ObjectInput open(EngineInputs inputs, String bucket, String key) {
        byte[] bytes = new byte[10];
        Arrays.fill(bytes, (byte) 7);
        ObjectInfo object = memory.put(new ObjectUri(bucket, key), bytes);
        return inputs.open(object, object.range(), object.range());
    }
}
