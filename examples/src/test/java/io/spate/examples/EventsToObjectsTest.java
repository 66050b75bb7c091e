package io.spate.examples;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.EmbeddedStore;
import io.spate.sink.Compression;
import io.spate.sink.Rolling;
import io.spate.source.Formats;
import io.spate.source.SpateSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
final class EventsToObjectsTest {
    private static final int EVENTS = 500;

    @Test
    void write_events_putsEachIntoAnObjectOfItsCountryAndHour() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket("bucket");
            StreamExecutionEnvironment env = environment();
            env.enableCheckpointing(Duration.ofMillis(200).toMillis());
            EventsToObjects.write(
                    EventsToObjects.events(env, EVENTS, EVENTS / 2),
                    "spate://bucket/events",
                    Rolling.defaults(),
                    Compression.NONE,
                    store.options());
            env.execute();

            assertThat(lines("spate://bucket/events/", store.options()))
                    .containsExactlyInAnyOrderElementsOf(lines(LongStream.range(0, EVENTS)));
            Event event = Event.of(0);
            assertThat(lines("spate://bucket/events/country=" + event.country() + "/2026-11-30/23/", store.options()))
                    .contains(lines(LongStream.of(0)).get(0))
                    .allMatch(line -> line.contains("\"country\":\"" + event.country() + "\""));
        }
    }

    @Test
    void toJson_smallAmount_hasTwoDigitsOfCents() {
        Event event = new Event(7, "user-1", "DE", 0, 105);

        assertThat(event.toJson())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"id\":7,\"user\":\"user-1\",\"country\":\"DE\",\"time\":\"1970-01-01T00:00:00Z\","
                        + "\"amount\":1.05}");
    }

    private static List<String> lines(LongStream ids) {
        return ids.mapToObj(id -> new String(Event.of(id).toJson(), StandardCharsets.UTF_8))
                .toList();
    }

    private static List<String> lines(String path, Map<String, String> options) throws Exception {
        SpateSource<String> source = SpateSource.<String>builder()
                .paths(path)
                .format(Formats.lines())
                .options(options)
                .build();
        StreamExecutionEnvironment env = environment();
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "lines").executeAndCollect(2 * EVENTS);
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        return StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    }
}
