package io.spate.examples;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import io.spate.sink.Buckets;
import io.spate.sink.Compression;
import io.spate.sink.Rolling;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;

/**
 * Writes generated events to objects, which lie apart by country and hour. Arguments: a path, then options of
 * docs/options.md as {@code KEY=VALUE}.
 */
public final class EventsToObjects {
    private static final long EVENTS = 100_000;
    private static final int EVENTS_PER_CHECKPOINT = 10_000;

    private EventsToObjects() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = Arrays.stream(args)
                .skip(1)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(Duration.ofSeconds(10).toMillis());
        Rolling rolling = Rolling.defaults().withMaxAge(Duration.ofSeconds(30));
        write(events(env, EVENTS, EVENTS_PER_CHECKPOINT), args[0], rolling, Compression.GZIP, options);
        env.execute("events to objects");
    }

    /**
     * So many events of the sequence, from the first one on.
     *
     * @param perCheckpoint how many there are between two checkpoints, at least one for each subtask
     */
    public static DataStream<Event> events(StreamExecutionEnvironment env, long count, int perCheckpoint) {
        DataGeneratorSource<Event> source = new DataGeneratorSource<>(
                Event::of, count, RateLimiterStrategy.perCheckpoint(perCheckpoint), TypeInformation.of(Event.class));
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "events");
    }

    /** Writes events below a path. */
    public static void write(
            DataStream<Event> events,
            String path,
            Rolling rolling,
            Compression compression,
            Map<String, String> options) {
        // README: begin
        SpateSink<Event> sink = SpateSink.<Event>builder()
                .path(path) // such as "spate://bucket/events/"
                .format(SinkFormats.rows(Event::toJson)) // a line for each event
                .bucketBy(Buckets.field("country", Event::country)
                        .then(Buckets.dateTime("yyyy-MM-dd/HH", ZoneOffset.UTC, Event::time)))
                .rolling(rolling) // such as Rolling.defaults().withMaxAge(Duration.ofMinutes(5))
                .compression(compression) // such as Compression.GZIP
                .options(options) // such as endpoint, access-key, secret-key
                .build();
        events.sinkTo(sink);
        // README: end
    }
}
