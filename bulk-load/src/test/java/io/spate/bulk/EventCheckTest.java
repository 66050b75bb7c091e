package io.spate.bulk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.Engine;
import io.spate.engine.SpateOptions;
import io.spate.examples.Event;
import io.spate.sink.Compression;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class EventCheckTest {
    private EmbeddedStore store;

    @BeforeEach
    void start() throws IOException {
        store = EmbeddedStore.start();
        store.createBucket("bucket");
    }

    @AfterEach
    void stop() throws IOException {
        store.close();
    }

    @Test
    void of_eachEventOnce_isExact() throws Exception {
        put(0, 0);
        put(1, 1);

        EventCheck.Found found = check(2);

        assertThat(found.isExact()).isTrue();
        assertThat(found.found()).isEqualTo(2);
        assertThat(found.objects()).isEqualTo(2);
        assertThat(found.bytes()).isPositive();
    }

    @Test
    void of_eventTwice_countsADuplicate() throws Exception {
        put(0, 0, 0);

        EventCheck.Found found = check(1);

        assertThat(found.duplicates()).isEqualTo(1);
        assertThat(found.isExact()).isFalse();
    }

    @Test
    void of_eventThatIsNowhere_isNotFound() throws Exception {
        put(0, 0);

        EventCheck.Found found = check(2);

        assertThat(found.found()).isEqualTo(1);
        assertThat(found.isExact()).isFalse();
    }

    @Test
    void of_lineThatIsNoEventOfItsBucket_isWrong() throws Exception {
        String text = new String(Event.of(0).toJson(), StandardCharsets.UTF_8);
        put(0, 0);
        store.put("bucket", "events/country=XX/2026-11-30/23/a", text + "\n");
        store.put("bucket", "events/b", "something else\n" + text.replace("amount", "amounts") + "\n");

        EventCheck.Found found = check(1);

        assertThat(found.wrong()).isEqualTo(3);
        assertThat(found.isExact()).isFalse();
    }

    /** An object in the bucket of an event, with some events. */
    private void put(long bucketOf, long... ids) throws IOException {
        String lines = Arrays.stream(ids)
                .mapToObj(id -> new String(Event.of(id).toJson(), StandardCharsets.UTF_8) + "\n")
                .collect(Collectors.joining());
        String country = Event.of(bucketOf).country();
        store.put("bucket", "events/country=" + country + "/2026-11-30/23/object-" + bucketOf, lines);
    }

    private EventCheck.Found check(int events) throws IOException {
        try (Engine engine = Engine.open(SpateOptions.of(store.options()))) {
            return EventCheck.of(engine, "spate://bucket/events/", Compression.NONE, events);
        }
    }
}
