package io.spate.it;

import java.util.Random;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.source.Formats;
import io.spate.source.SpateSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Jobs of four readers that are killed again and again while they read one large object and many small ones. Three
 * things are killed in turn: a TaskManager with half of the readers; a task, by a record that fails; and the JobManager,
 * after which the enumerator comes back from its checkpoint.
 */
@Timeout(240)
final class FailoverTest {
    private static final int READERS = 4;
    private static final int TASK_MANAGERS = 2;
    private static final int KILLS = 21;
    private static final int LINES_OF_LARGE = 10_000;
    private static final int SMALL_OBJECTS = 500;
    private static final int MOST_LINES_OF_SMALL = 40;
    /** A fifth of the large object, or three small ones, each of which counts as 4 MiB more than it has. */
    private static final int SPLIT_SIZE = 13 << 20;

    private static final int RANGE_SIZE = 512 << 10;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Gate gate = new Gate();
    private final Ledger ledger = new Ledger();
    private final NumberedLines lines = new NumberedLines(seed, LINES_OF_LARGE);
    private KillableCluster cluster;
    private String bucket;
    private int lineCount;

    @BeforeEach
    void start() throws Exception {
        GatedLines.gate = gate;
        WatchedLines.ledger = ledger;
        WatchedLines.lines = lines;
        putObjects();
        cluster = KillableCluster.start(TASK_MANAGERS, READERS / TASK_MANAGERS);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** Every reader is a region of its own: when it fails, the others go on and may get its splits. */
    @Test
    void read_readersKilledOneByOne_givesEveryLineOnce() {
        readWhileKilling(gated -> gated);
    }

    /** All tasks exchange records, so that all restart when one fails. */
    @Test
    void read_jobKilledAsAWhole_givesEveryLineOnce() {
        readWhileKilling(gated -> gated.keyBy(NumberedLines::numberOf));
    }

    private interface Exchange {
        DataStream<String> of(DataStream<String> gated);
    }

    private void readWhileKilling(Exchange exchange) {
        assertThatCode(() -> killUntilItMayEnd(submit(exchange)))
                .as(() -> "seed " + seed + ", so far " + ledger.faults(lineCount))
                .doesNotThrowAnyException();
        assertThat(ledger.faults(lineCount)).as("seed %d", seed).isEmpty();
        assertThat(gate.restored()).as("restored checkpoints, seed %d", seed).hasSize(KILLS);
    }

    private void killUntilItMayEnd(JobClient client) throws Exception {
        RunningJob job = new RunningJob(cluster.miniCluster(), client.getJobID(), gate);
        gate.awaitStarts(READERS);
        for (int i = 0; i < KILLS; i++) {
            killOnce(i, job);
            assertThat(ledger.complaints()).as("after kill %d", i).isEmpty();
        }
        gate.allow(Long.MAX_VALUE / 2);
        job.awaitEnd(client.getJobExecutionResult(), Gate.LONGEST_WAIT_SECONDS);
    }

    private JobClient submit(Exchange exchange) throws Exception {
        SpateSource<String> source = SpateSource.<String>builder()
                .paths("spate://" + bucket + "/")
                .format(Formats.lines())
                .splitSize(SPLIT_SIZE)
                .options(TestStore.options("read.range-size", Integer.toString(RANGE_SIZE)))
                .build();
        StreamExecutionEnvironment environment = cluster.environment(READERS);
        DataStream<String> gated = environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "lines")
                .map(new GatedLines());
        exchange.of(gated).map(new WatchedLines()).sinkTo(new DiscardingSink<>());
        return environment.executeAsync("failover, seed " + seed);
    }

    /**
     * Completes a checkpoint after a random number of records, kills something after a further random number and in the
     * middle of others, and waits until it is back from that very checkpoint.
     */
    private void killOnce(int turn, RunningJob job) throws Exception {
        gate.allow(randomShare(turn));
        gate.awaitLeft(0);
        long checkpoint = job.checkpoint();
        int records = randomShare(turn);
        int left = random.nextInt(records);
        switch (turn % 3) {
            case 0 -> {
                gate.allow(records);
                gate.awaitLeft(left);
                cluster.killTaskManager(random);
            }
            case 1 -> {
                gate.failAt(left);
                gate.allow(records);
            }
            default -> {
                gate.allow(records);
                gate.awaitLeft(left);
                job.killJobManager();
            }
        }
        gate.awaitRestored(checkpoint);
        gate.awaitLeft(0);
    }

    /** Half of a turn's share, or less, so that no reader is through before the last turn. */
    private int randomShare(int turn) {
        long left = lineCount * 3L / 4 - gate.passed();
        return 1 + random.nextInt((int) Math.max(READERS, left / (KILLS - turn) / 2));
    }

    private void putObjects() throws Exception {
        bucket = TestStore.newBucket();
        lineCount = LINES_OF_LARGE;
        TestStore.get().put(bucket, "one-large", lines.text(0, lineCount, true));
        for (int i = 0; i < SMALL_OBJECTS; i++) {
            int count = random.nextInt(MOST_LINES_OF_SMALL + 1);
            TestStore.get()
                    .put(
                            bucket,
                            "many-small/" + i,
                            count == 0 ? "" : lines.text(lineCount, lineCount + count, random.nextBoolean()));
            lineCount += count;
        }
    }
}
