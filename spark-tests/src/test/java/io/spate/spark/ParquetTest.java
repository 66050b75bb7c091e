package io.spate.spark;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.LoggedRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables as Parquet: what is written and read, and what it costs in requests. */
@Timeout(300)
final class ParquetTest {
    private static final long FILES = 2;
    private static final long FEW_ROWS = 1000;
    /** So many that each file is larger than a part. */
    private static final long MANY_ROWS = 250_000;

    private static SparkOverStore spark;

    @BeforeAll
    static void start() throws Exception {
        spark = SparkOverStore.start();
    }

    @AfterAll
    static void stop() throws Exception {
        spark.close();
    }

    @Test
    void write_largeTable_isReadBackEqualAndLeavesNothingElse() throws Exception {
        Dataset<Row> table = table(MANY_ROWS);

        Map<String, Long> counts = written(table, "large", Map.of());

        Dataset<Row> stored = stored("large");
        assertThat(stored.columns()).hasSize(12);
        assertThat(stored.count()).isEqualTo(MANY_ROWS);
        assertThat(stored.exceptAll(table).isEmpty()).isTrue();
        assertThatOnlyResultsAreIn("large");
        assertThat(counts).containsEntry("CreateMultipartUpload", FILES);
        assertThat(counts).containsEntry("CompleteMultipartUpload", FILES);
    }

    @Test
    void read_twoColumnsOfFewRows_fetchesLittleOfTheObjects() throws Exception {
        written(table(MANY_ROWS), "filtered", Map.of("parquet.block.size", "1048576"));
        List<FileStatus> files = spark.files("filtered");
        spark.forget();

        List<Row> rows = stored("filtered")
                .where("id between 1000 and 1009")
                .select("id", "hash2")
                .collectAsList();

        assertThat(rows).hasSize(10);
        List<LoggedRequest> gets = spark.requests("GetObject");
        long shortest = files.stream()
                .mapToLong(FileStatus::getLen)
                .filter(length -> length > 0)
                .min()
                .orElseThrow();
        assertThat(gets).isNotEmpty().allMatch(get -> get.received() < shortest / 10);
        assertThat(gets.stream().mapToLong(LoggedRequest::received).sum())
                .isLessThan(files.stream().mapToLong(FileStatus::getLen).sum() / 20);
    }

    @Test
    void write_defaultCommitter_copiesEachFileTwice() throws Exception {
        Map<String, Long> counts = written(table(FEW_ROWS), "first-algorithm", Map.of());

        assertThat(counts).containsEntry("CopyObject", 2 * FILES);
        assertThatOnlyResultsAreIn("first-algorithm");
    }

    @Test
    void write_secondAlgorithm_copiesEachFileOnce() throws Exception {
        Map<String, Long> counts = written(
                table(FEW_ROWS), "second-algorithm", Map.of("mapreduce.fileoutputcommitter.algorithm.version", "2"));

        assertThat(counts).containsEntry("CopyObject", FILES);
        assertThatOnlyResultsAreIn("second-algorithm");
    }

    /** Each task's manifest, and in the end {@code _SUCCESS}, are renamed too. */
    @Test
    void write_manifestCommitter_copiesEachFileAndEachManifestOnce() throws Exception {
        String cloud = "org.apache.spark.internal.io.cloud.";
        spark.session().conf().set("spark.sql.sources.commitProtocolClass", cloud + "PathOutputCommitProtocol");
        spark.session().conf().set("spark.sql.parquet.output.committer.class", cloud + "BindingParquetOutputCommitter");
        try {
            Map<String, Long> counts = written(
                    table(FEW_ROWS),
                    "manifests",
                    Map.of(
                            "mapreduce.outputcommitter.factory.scheme.spate",
                            "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory",
                            // Spark sets it only after the committer has asked for it.
                            "spark.sql.sources.writeJobUUID",
                            UUID.randomUUID().toString()));

            assertThat(counts).containsEntry("CopyObject", 2 * FILES + 1);
            assertThat(stored("manifests").count()).isEqualTo(FEW_ROWS);
            assertThatOnlyResultsAreIn("manifests");
        } finally {
            spark.session().conf().unset("spark.sql.sources.commitProtocolClass");
            spark.session().conf().unset("spark.sql.parquet.output.committer.class");
        }
    }

    private static void assertThatOnlyResultsAreIn(String directory) throws Exception {
        assertThat(spark.names(directory))
                .hasSize((int) FILES + 1)
                .contains("_SUCCESS")
                .allMatch(name -> name.equals("_SUCCESS") || name.matches("part-.*\\.parquet"));
    }

    /** Writes a table; gives the requests that it took. */
    private static Map<String, Long> written(Dataset<Row> table, String directory, Map<String, String> options) {
        spark.forget();
        table.write().options(options).parquet(SparkOverStore.uri(directory));
        return spark.counts();
    }

    private static Dataset<Row> stored(String directory) {
        return spark.session().read().parquet(SparkOverStore.uri(directory));
    }

    /** Rows in the order of their ids, with columns that do not compress, in as many partitions as there are to be files. */
    private static Dataset<Row> table(long rows) {
        return spark.session()
                .range(0, rows, 1, (int) FILES)
                .selectExpr(
                        "id",
                        "id % 7 as seven",
                        "id % 2 = 0 as even",
                        "cast(id as string) as text",
                        "timestamp_seconds(id) as time",
                        "xxhash64(id, 1) as hash1",
                        "xxhash64(id, 2) as hash2",
                        "xxhash64(id, 3) as hash3",
                        "xxhash64(id, 4) as hash4",
                        "xxhash64(id, 5) as hash5",
                        "xxhash64(id, 6) / 3.0d as real",
                        "named_struct('a', id, 'b', array(id, id + 1)) as nested");
    }
}
