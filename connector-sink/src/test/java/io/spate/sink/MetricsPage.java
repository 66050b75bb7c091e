package io.spate.sink;

import java.util.List;
import java.util.stream.Collectors;

/** Writes {@code docs/metrics-sink.md}. */
final class MetricsPage {
    /** One metric of a writer. */
    record Row(String name, String kind, String sentence) {
        private String line() {
            return "| `" + name + "` | " + kind + " | " + sentence + " |\n";
        }
    }

    static final List<Row> ROWS = List.of(
            counter("numRecordsSend", "records that were put into objects"),
            counter("numBytesSend", "bytes that formats have handed over, compressed if they are"),
            counter("numRecordsSendErrors", "records that could not be written; each fails the job"),
            counter("prepareWaitTime", "ms that checkpoints have waited for objects that had ended to arrive"),
            counter("snapshotWaitTime", "ms that checkpoints have waited for the parts of open objects to arrive"),
            gauge(
                    "currentSendTime",
                    "ms from the end of the object that arrived last until the store had all of it; with"
                            + " `AT_LEAST_ONCE` until it was visible"),
            gauge("openObjects", "objects that take records"),
            gauge("openUploads", "those of them of which the store has parts, or is about to get the first one"),
            gauge("oldestOpenUploadAge", "ms since the first record of the oldest of these; 0 if there is none"),
            gauge("partsInFlight", "parts that are on their way to the store, or wait for their turn"));

    private static final String TOP =
            """
            # Metrics of the sink

            <!-- Generated from MetricsPage in connector-sink. To change it, change that and run the command in MetricsPageTest. -->

            ## Of each subtask

            The writer of `SpateSink` fills these. They can be added up, except `currentSendTime` and `oldestOpenUploadAge`.

            | metric | kind | what it says |
            |---|---|---|
            """;

    private static final String BOTTOM =
            """

            The times that a checkpoint waits are the only ones, beside `time.memory-wait` below, in which the task waits for
            the store. The committer fills none of its own; Flink counts what is committed.

            ## Of each process

            Writer and committer both show the group `spate`, with the requests, bytes, retries and times of the engine:
            see [metrics.md](metrics.md#of-each-process). Do not add these up.
            """;

    private MetricsPage() {}

    static String render() {
        return TOP + ROWS.stream().map(Row::line).collect(Collectors.joining()) + BOTTOM;
    }

    private static Row counter(String name, String sentence) {
        return new Row(name, "counter", sentence);
    }

    private static Row gauge(String name, String sentence) {
        return new Row(name, "gauge", sentence);
    }
}
