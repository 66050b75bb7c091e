package io.spate.it;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.SpateOptions;
import io.spate.sink.Bucketing;
import io.spate.sink.Rolling;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Jobs of four writers that are killed again and again while they write to many buckets. What is killed, in turn: a
 * TaskManager with half of the writers; a task, by a record that fails; the JobManager; a task that has prepared what it is
 * about to commit; and, in the middle of commits, a TaskManager or the JobManager.
 *
 * <p>Checkpoints are taken when the test says so, as many in a row as it likes, so that nobody waits for them.
 */
@Timeout(600)
final class SinkFailoverTest {
    private static final int WRITERS = 4;
    private static final int TASK_MANAGERS = 2;
    private static final int LINES = 20_000;
    private static final int BUCKETS = 50;
    private static final long LONGEST_END_SECONDS = 240;
    private static final int LONG_BUCKETS = 4;
    private static final int MOST_LINES_OF_AN_OBJECT = 20;
    private static final int MOST_CHECKPOINTS_OF_A_TURN = 3;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Gate gate = new Gate();
    private final BucketedLines lines = new BucketedLines(seed, BUCKETS, LONG_BUCKETS);
    private KillableCluster cluster;
    private StoreFront front;
    private Map<String, String> options;
    /** What the job uses too, so that it need not open another after each kill. */
    private Engine engine;

    private String bucket;

    @BeforeEach
    void start() throws Exception {
        GatedLines.gate = gate;
        StoreFront.Repeated[] stores = StoreFront.Repeated.values();
        front = StoreFront.withSmallParts(stores[random.nextInt(stores.length)]);
        options = front.options("profile", "oss", "write.part-size", "100 KiB");
        engine = Engine.open(SpateOptions.of(options));
        bucket = TestStore.newBucket();
        cluster = KillableCluster.start(TASK_MANAGERS, WRITERS / TASK_MANAGERS);
    }

    @AfterEach
    void stop() {
        cluster.close();
        engine.close();
        front.close();
    }

    /** All tasks exchange records, so that all restart when one fails. A bucket has one writer at a time. */
    @Test
    void write_jobKilledAsAWhole_leavesEveryLineOnce() throws Exception {
        writeWhileKilling(50, gated -> gated.keyBy(lines::bucketOf));
    }

    /** Every writer is a region of its own, and has objects of all buckets: when it fails, the others go on. */
    @Test
    void write_writersKilledOneByOne_leavesEveryLineOnce() throws Exception {
        writeWhileKilling(10, gated -> gated);
    }

    private interface Exchange {
        DataStream<String> of(DataStream<String> gated);
    }

    private void writeWhileKilling(int kills, Exchange exchange) throws Exception {
        try (ObjectWatch watch = ObjectWatch.start(bucket, lines)) {
            assertThatCode(() -> killUntilItMayEnd(kills, submit(exchange), watch))
                    .as("seed %d", seed)
                    .doesNotThrowAnyException();
            assertThat(watch.faultsAtTheEnd(LINES)).as("seed %d", seed).isEmpty();
            assertThat(watch.looks()).as("looks").isGreaterThan(kills);
        }
        assertThat(gate.restored())
                .as("restored checkpoints, seed %d", seed)
                .hasSizeGreaterThanOrEqualTo(kills * 4 / 5);
    }

    private void killUntilItMayEnd(int kills, JobClient client, ObjectWatch watch) throws Exception {
        RunningJob job = new RunningJob(cluster.miniCluster(), client.getJobID(), gate);
        gate.awaitStarts(WRITERS);
        for (int i = 0; i < kills; i++) {
            killOnce(i, kills - i, job);
            assertThat(watch.faults()).as("after kill %d", i).isEmpty();
        }
        gate.allow(Long.MAX_VALUE / 2);
        job.awaitEnd(client.getJobExecutionResult(), LONGEST_END_SECONDS);
    }

    private JobClient submit(Exchange exchange) throws Exception {
        SpateSink<String> sink = SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .bucketBy(bucketing(lines))
                .rolling(Rolling.defaults().withMaxRecords(MOST_LINES_OF_AN_OBJECT))
                .options(options)
                .build();
        StreamExecutionEnvironment environment = cluster.environment(WRITERS);
        DataStream<String> gated =
                environment.fromSequence(0, LINES - 1).map(lines::line).map(new GatedLines());
        exchange.of(gated).map(new FailingBeforeCommit()).sinkTo(sink);
        return environment.executeAsync("failover of a sink, seed " + seed);
    }

    private static Bucketing<String> bucketing(BucketedLines lines) {
        return (line, context) -> "b=" + lines.bucketOf(line);
    }

    /**
     * Completes some checkpoints with a random number of records before each, kills something after a further random
     * number and in the middle of others, or in the middle of the last checkpoint, and waits until it is back from that.
     */
    private void killOnce(int turn, int turnsLeft, RunningJob job) throws Exception {
        for (int i = random.nextInt(MOST_CHECKPOINTS_OF_A_TURN); i > 0; i--) {
            write(turnsLeft);
            job.checkpoint();
        }
        write(turnsLeft);
        switch (turn % 5) {
            case 0 -> {
                long checkpoint = job.checkpoint();
                writeSome(turnsLeft);
                cluster.killTaskManager(random);
                gate.awaitRestored(checkpoint);
            }
            case 1 -> {
                long checkpoint = job.checkpoint();
                int records = randomShare(turnsLeft);
                gate.failAt(random.nextInt(records));
                gate.allow(records);
                gate.awaitRestored(checkpoint);
            }
            case 2 -> {
                long checkpoint = job.checkpoint();
                writeSome(turnsLeft);
                job.killJobManager();
                gate.awaitRestored(checkpoint);
            }
            case 3 -> {
                CompletableFuture<Long> failed = FailingBeforeCommit.arm();
                job.checkpointUntil(failed);
                gate.awaitRestored(failed.get());
            }
            default -> killWhileCommitting(job);
        }
        gate.awaitLeft(0);
    }

    private void killWhileCommitting(RunningJob job) throws Exception {
        CaughtCommit.Fate[] fates = CaughtCommit.Fate.values();
        CaughtCommit commit = new CaughtCommit(fates[random.nextInt(fates.length)]);
        front.catchNext(commit);
        job.checkpointUntil(commit.caught());
        long starts = gate.starts();
        if (random.nextBoolean()) {
            cluster.killTaskManager(random);
        } else {
            job.killJobManager();
        }
        gate.awaitStarts(starts + 1);
        commit.letGo();
    }

    private void write(int turnsLeft) throws Exception {
        gate.allow(randomShare(turnsLeft));
        gate.awaitLeft(0);
    }

    /** Leaves some of the records that it allows on their way. */
    private void writeSome(int turnsLeft) throws Exception {
        int records = randomShare(turnsLeft);
        gate.allow(records);
        gate.awaitLeft(random.nextInt(records));
    }

    /** Less than a turn's share, so that no writer is through before the last turn. */
    private int randomShare(int turnsLeft) {
        long left = LINES * 3L / 4 - gate.passed();
        return 1 + random.nextInt((int) Math.max(WRITERS, left / turnsLeft / MOST_CHECKPOINTS_OF_A_TURN));
    }
}
