package io.spate.examples;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import io.spate.source.Formats;
import io.spate.source.SpateSource;

/** Prints how many lines some objects have. Arguments: a path, then options of docs/options.md as {@code KEY=VALUE}. */
public final class CountLines {
    private CountLines() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = Arrays.stream(args)
                .skip(1)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        countLines(env, args[0], options).print();
        env.execute("count lines");
    }

    static DataStream<Long> countLines(StreamExecutionEnvironment env, String path, Map<String, String> options) {
        // README: begin
        SpateSource<String> source = SpateSource.<String>builder()
                .paths(path) // such as "spate://bucket/logs/" or "spate://bucket/2026-*/part-*.txt"
                .format(Formats.lines())
                .options(options) // such as endpoint, access-key, secret-key
                .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "lines")
                .map(line -> 1L)
                .keyBy(one -> "all")
                .reduce(Long::sum);
        // README: end
    }
}
