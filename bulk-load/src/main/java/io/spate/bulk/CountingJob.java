package io.spate.bulk;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

import io.spate.engine.SpateOptions;
import io.spate.source.SpateSource;

/** A Flink job that runs in this process and counts everything in the bucket of a demo. */
final class CountingJob {
    private static final String OBJECTS = "objects";
    private static final String LINES = "lines";
    private static final String BYTES = "bytes";
    private static final long TICK_MILLIS = 200;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * What a job has counted.
     *
     * @param seconds since the job was started, without the start of the cluster it runs in
     */
    record Result(Tally tally, double seconds) {
        Moved moved() {
            return new Moved(tally.objects(), tally.bytes(), seconds);
        }
    }

    private final SpateOptions options;
    private final int parallelism;

    CountingJob(SpateOptions options, int parallelism) {
        this.options = options;
        this.parallelism = parallelism;
    }

    /**
     * Runs the job to its end.
     *
     * @param live takes what has been counted so far, now and then
     */
    Result run(Consumer<Result> live) throws Exception {
        // Flink may still be tidying up when the process ends, and then leaves files behind.
        try (TemporaryDirectory temporary = TemporaryDirectory.create("spate-flink")) {
            JobExecutionResult ended = await(environment(temporary.path()).executeAsync("spate demo"), live);
            return new Result(
                    tally(ended.getAllAccumulatorResults()),
                    ended.getNetRuntime(TimeUnit.MILLISECONDS) / MILLIS_PER_SECOND);
        }
    }

    private StreamExecutionEnvironment environment(Path temporary) {
        SpateSource<Tally> source = SpateSource.<Tally>builder()
                .paths("spate://" + DemoStore.BUCKET + "/")
                .format(new TallyFormat())
                .options(options.asMap())
                .allowEmpty()
                .includeHidden()
                .build();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration(temporary));
        environment.getConfig().enableObjectReuse();
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "objects")
                .map(new Sum())
                .sinkTo(new DiscardingSink<>());
        return environment;
    }

    /** Heartbeats carry the live counts. */
    private static Configuration configuration(Path temporary) {
        Configuration configuration = LocalFlink.in(temporary);
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(TICK_MILLIS));
        return configuration;
    }

    private static JobExecutionResult await(JobClient job, Consumer<Result> live) throws Exception {
        long startNanos = System.nanoTime();
        while (true) {
            try {
                return job.getJobExecutionResult().get(TICK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                show(job, startNanos, live);
            }
        }
    }

    /** A job that has just ended may not answer any more, and then there is nothing to show. */
    private static void show(JobClient job, long startNanos, Consumer<Result> live) throws InterruptedException {
        try {
            Tally tally = tally(job.getAccumulators().get(TICK_MILLIS, TimeUnit.MILLISECONDS));
            live.accept(new Result(tally, (System.nanoTime() - startNanos) / NANOS_PER_SECOND));
        } catch (ExecutionException | TimeoutException | IllegalStateException e) {
            return;
        }
    }

    private static Tally tally(Map<String, Object> accumulators) {
        return new Tally(value(accumulators, OBJECTS), value(accumulators, LINES), value(accumulators, BYTES));
    }

    private static long value(Map<String, Object> accumulators, String name) {
        return accumulators.get(name) instanceof Long value ? value : 0;
    }

    /** Adds up all tallies of a subtask; Flink adds up the subtasks. */
    private static final class Sum extends RichMapFunction<Tally, Tally> {
        private static final long serialVersionUID = 1L;

        private final LongCounter objects = new LongCounter();
        private final LongCounter lines = new LongCounter();
        private final LongCounter bytes = new LongCounter();

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().addAccumulator(OBJECTS, objects);
            getRuntimeContext().addAccumulator(LINES, lines);
            getRuntimeContext().addAccumulator(BYTES, bytes);
        }

        @Override
        public Tally map(Tally tally) {
            objects.add(tally.objects());
            lines.add(tally.lines());
            bytes.add(tally.bytes());
            return tally;
        }
    }
}
