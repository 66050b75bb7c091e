package io.spate.source;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.spate.engine.IoStat;

/** Writes {@code docs/metrics.md} from the table of what is counted and timed. */
final class MetricsPage {
    private static final String TOP =
            """
            # Metrics

            <!-- Generated from io.spate.engine.IoStat. To change it, change that and run the command in MetricsPageTest. -->

            ## Of each subtask of a source

            `SpateSource` fills these metrics of its operator. They can be added up.

            | metric | kind | what it says |
            |---|---|---|
            | `numRecordsIn` | counter | records emitted |
            | `numBytesIn` | counter | bytes of objects that formats have read |
            | `numObjectsSkipped` | counter | objects, or parts of them, left out since they changed after they were listed |
            | `numRecordsInErrors` | counter | records that could not be decoded; the first one fails the job, unless they are left out |
            | `pendingBytes` | gauge | bytes of the assigned splits that are not read yet |

            The enumerator fills `unassignedSplits`: how many planned splits wait for a reader. Planning rests while there are
            %s of them, or as many as hold %s objects or parts of objects.

            ## Of each process

            These are in the group `spate` below the operator of the source, and below the writer and the committer of a sink,
            whose own metrics are in [metrics-sink.md](metrics-sink.md). There is one value per process, of all that the
            engine of these options did in it since it was opened, and every subtask on that process shows this same value.
            **Do not add them up over subtasks**: take one subtask of each TaskManager, or the largest value.

            | metric | kind | what it counts or times |
            |---|---|---|
            """;

    private static final String BOTTOM =
            """

            A counter only grows, and is shown as a gauge. A timer is shown as three gauges: `.count`, how many times it holds,
            and `.p50` and `.p99`, the times in nanoseconds that half and 99 % of them are below, within a quarter of their
            value; 0 while it is empty.
            """;

    private MetricsPage() {}

    static String render() {
        String rows = Arrays.stream(IoStat.values()).map(MetricsPage::row).collect(Collectors.joining());
        return TOP.formatted(SplitPool.MAX_SPLITS, SplitPool.MAX_ENTRIES) + rows + BOTTOM;
    }

    private static String row(IoStat stat) {
        return switch (stat.kind()) {
            case COUNTER -> "| `" + stat.key() + "` | counter | " + stat.sentence() + " |\n";
            case TIMER -> "| `" + stat.key() + "` | timer | " + stat.sentence() + " |\n";
        };
    }
}
