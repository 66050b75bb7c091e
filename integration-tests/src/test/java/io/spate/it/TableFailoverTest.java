package io.spate.it;

import java.nio.file.Path;
import java.util.Map;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.EnvironmentSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.embedded.LoggedRequest;
import io.spate.embedded.RequestLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Scans of tables that are restored from checkpoints twice in a row: first after a record failed, then the whole job. */
@Timeout(120)
final class TableFailoverTest {
    private static final int READERS = 2;
    private static final int ROWS = 20_000;
    private static final int ROWS_BEFORE_FIRST_KILL = ROWS * 2 / 5;
    private static final int ROWS_BEFORE_SECOND_KILL = ROWS * 2 / 5;
    private static final int ROWS_LOST = 500;

    private final long seed = System.nanoTime();
    private final NumberedRows rows = new NumberedRows(new NumberedLines(seed, 0), ROWS);
    private final Gate gate = new Gate();
    private final Ledger ledger = new Ledger();
    private KillableCluster cluster;
    private RequestLog requests;

    @BeforeEach
    void start() throws Exception {
        GatedLines.gate = gate;
        WatchedLines.ledger = ledger;
        WatchedLines.lines = rows.lines();
        requests = RequestLog.before(TestStore.get());
        cluster = KillableCluster.start(1, READERS);
    }

    @AfterEach
    void stop() {
        cluster.close();
        requests.close();
    }

    @Test
    void scan_csvRestoredTwice_givesEveryRowOnceAndGoesOnWhereItWas() throws Exception {
        byte[] object = rows.csv();

        assertThat(bytesReadAfterTwoKills("csv", "rows.csv", object)).isLessThan(object.length / 2);
    }

    @Test
    void scan_jsonRestoredTwice_givesEveryRowOnceAndGoesOnWhereItWas() throws Exception {
        byte[] object = rows.json();

        assertThat(bytesReadAfterTwoKills("json", "rows.json", object)).isLessThan(object.length / 2);
    }

    /** What is compressed has no places to begin at: it is read again, and the rows that were given are left out. */
    @Test
    void scan_gzipRestoredTwice_givesEveryRowOnce() throws Exception {
        byte[] object = rows.gzipOfJson();

        assertThat(bytesReadAfterTwoKills("json", "rows.json.gz", object)).isLessThanOrEqualTo(object.length);
    }

    @Test
    void scan_parquetRestoredTwice_givesEveryRowOnceAndGoesOnWhereItWas(@TempDir Path directory) throws Exception {
        byte[] object = rows.parquet(directory);

        assertThat(bytesReadAfterTwoKills("parquet", "rows.parquet", object)).isLessThan(object.length / 2);
    }

    /** Gives how many bytes of the object the job read after it was killed for the second time, four fifths through. */
    private long bytesReadAfterTwoKills(String format, String name, byte[] object) throws Exception {
        String bucket = TestStore.newBucket();
        TestStore.get().put(bucket, name, object);
        assertThatCode(() -> killTwice(submit(format, bucket)))
                .as(() -> "seed " + seed + ", so far " + ledger.faults(ROWS))
                .doesNotThrowAnyException();
        assertThat(ledger.faults(ROWS)).as("seed %d", seed).isEmpty();
        assertThat(gate.restored()).as("restored checkpoints").hasSize(2);
        return requests.requests().stream()
                .filter(request -> request.operation().equals("GetObject"))
                .mapToLong(LoggedRequest::received)
                .sum();
    }

    private JobClient submit(String format, String bucket) throws Exception {
        Map<String, String> options = requests.options();
        options.putAll(Map.of(
                "path",
                "spate://" + bucket + "/",
                "format",
                format,
                "scan.split-size",
                "1 MiB",
                "read.range-size",
                "64 KiB"));
        StreamExecutionEnvironment jobs = cluster.environment(READERS);
        Tables tables = Tables.over(jobs, EnvironmentSettings.inStreamingMode());
        tables.create("t", NumberedRows.COLUMNS, options);
        tables.session()
                .toDataStream(tables.session().from("t"))
                .map(row -> row.getField(0) + " " + row.getField(1))
                .returns(Types.STRING)
                .map(new GatedLines())
                .map(new WatchedLines())
                .sinkTo(new DiscardingSink<>());
        return jobs.executeAsync("failover of a table, seed " + seed);
    }

    private void killTwice(JobClient client) throws Exception {
        RunningJob job = new RunningJob(cluster.miniCluster(), client.getJobID(), gate);
        long first = readThenCheckpoint(job, ROWS_BEFORE_FIRST_KILL);
        gate.failAt(ROWS_LOST / 2);
        gate.allow(ROWS_LOST);
        gate.awaitRestored(first);
        gate.awaitLeft(0);
        long second = readThenCheckpoint(job, ROWS_BEFORE_SECOND_KILL);
        gate.allow(ROWS_LOST);
        gate.awaitLeft(ROWS_LOST / 2);
        requests.clear();
        job.killJobManager();
        gate.awaitRestored(second);
        gate.allow(Long.MAX_VALUE / 2);
        job.awaitEnd(client.getJobExecutionResult(), Gate.LONGEST_WAIT_SECONDS);
    }

    private long readThenCheckpoint(RunningJob job, int count) throws Exception {
        gate.allow(count);
        gate.awaitLeft(0);
        return job.checkpoint();
    }
}
