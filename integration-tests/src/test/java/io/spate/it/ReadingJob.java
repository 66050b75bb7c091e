package io.spate.it;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;

import io.spate.source.SpateSource;

/** A Flink job that reads a source to its end, once: if it fails, it is not restarted. One runs at a time. */
final class ReadingJob {
    private static final AtomicBoolean FIRST = new AtomicBoolean();
    private static volatile Action onFirstRecord = () -> {};

    /** What happens when a job has its first record. */
    interface Action {
        void run() throws Exception;
    }

    private ReadingJob() {}

    /** Where these jobs run; its context is that of the thread of the test. */
    static MiniClusterExtension cluster() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(4)
                .build());
    }

    static <T> List<T> read(SpateSource<T> source, int readers) throws Exception {
        return read(source, readers, () -> {});
    }

    @SuppressWarnings("try") // closing results may be interrupted, and then the test fails
    static <T> List<T> read(SpateSource<T> source, int readers, Action whenFirstRecordIsRead) throws Exception {
        FIRST.set(true);
        onFirstRecord = whenFirstRecordIsRead;
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(readers);
        DataStream<T> stream = environment.fromSource(source, WatermarkStrategy.noWatermarks(), "records");
        List<T> records = new ArrayList<>();
        try (CloseableIterator<T> results =
                stream.map(new FirstRecord<T>()).returns(stream.getType()).executeAndCollect("read")) {
            results.forEachRemaining(records::add);
        }
        return records;
    }

    private static final class FirstRecord<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public T map(T record) throws Exception {
            if (FIRST.compareAndSet(true, false)) {
                onFirstRecord.run();
            }
            return record;
        }
    }
}
