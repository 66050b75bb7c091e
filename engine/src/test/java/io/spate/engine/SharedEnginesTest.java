package io.spate.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharedEnginesTest {
    private final SharedEngines engines = new SharedEngines();
    private final AtomicInteger closed = new AtomicInteger();
    private final List<ObjectStore> opened = new ArrayList<>();

    @Test
    void open_with_equal_options_joins_and_the_last_close_ends() {
        SpateOptions options = SpateOptions.of(Map.of("region", "here"));
        Engine first = open(options);
        Engine second = open(SpateOptions.of(Map.of("region", "here")));
        assertThat(opened).hasSize(1);
        assertThat(first.stats()).isSameAs(second.stats());
        first.close();
        first.close();
        assertThat(closed).hasValue(0);
        second.close();
        assertThat(closed).hasValue(1);
        open(options).close();
        assertThat(opened).hasSize(2);
    }

    @Test
    void open_with_other_options_is_another_engine_with_the_same_memory() {
        try (Engine first = open(SpateOptions.of(Map.of("memory", "32m")));
                Engine second = open(SpateOptions.of(Map.of("memory", "64m")))) {
            assertThat(opened).hasSize(2);
            assertThat(first.stats()).isNotSameAs(second.stats());
            assertThat(first.transferMemory()).isEqualTo(second.transferMemory());
        }
        assertThat(closed).hasValue(2);
    }

    private Engine open(SpateOptions options) {
        return engines.open(options, any -> {
            ObjectStore store = new CountingStore(new MemoryStore()) {
                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            };
            opened.add(store);
            return store;
        });
    }
}
