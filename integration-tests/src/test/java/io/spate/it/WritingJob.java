package io.spate.it;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import io.spate.sink.SpateSink;

/** A Flink job that writes some records to a sink and ends, once: if it fails, it is not restarted. */
final class WritingJob {
    private static final int MOST_ATTEMPTS = 5;

    private WritingJob() {}

    /** Which records go on to the sink. */
    interface Choice<T> extends FilterFunction<T> {}

    /** Needs the cluster of {@link ReadingJob}. One writer gets the records in their order. */
    static <T> void write(List<T> records, TypeInformation<T> type, SpateSink<T> sink) throws Exception {
        write(records, type, sink, record -> true);
    }

    /** The same with some of the records. */
    static <T> void write(List<T> records, TypeInformation<T> type, SpateSink<T> sink, Choice<T> choice)
            throws Exception {
        for (int attempt = 1; true; attempt++) {
            try {
                writeOnce(records, type, sink, choice);
                return;
            } catch (JobExecutionException e) {
                if (attempt == MOST_ATTEMPTS || !isLostEvent(e)) {
                    throw e;
                }
            }
        }
    }

    private static <T> void writeOnce(List<T> records, TypeInformation<T> type, SpateSink<T> sink, Choice<T> choice)
            throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(1);
        environment.enableCheckpointing(Duration.ofDays(1).toMillis());
        environment.fromData(records, type).filter(choice).sinkTo(sink);
        environment.execute("write");
    }

    /** Flink tells this in place of why a task has failed, if that came before the source's last word to the task. */
    private static boolean isLostEvent(JobExecutionException failure) {
        return Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(
                        cause -> String.valueOf(cause.getMessage()).contains("OperatorCoordinator to a task was lost"));
    }
}
