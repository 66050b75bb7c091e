package io.spate.spark;

import java.util.List;
import java.util.Map;

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
    private static final int FILES = 2;
    private static final long ROWS = 250_000;
    private static final String COMMITTER = "mapreduce.outputcommitter.factory.scheme.spate";
    private static final String MANIFEST_COMMITTER =
            "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory";

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
    void write_largeTable_isReadBackEqualAndLeavesNothingBehind() throws Exception {
        Dataset<Row> table = table(ROWS);
        spark.forget();

        table.write().parquet(SparkOverStore.uri("large"));

        Map<String, Long> counts = spark.counts();
        Dataset<Row> stored = spark.session().read().parquet(SparkOverStore.uri("large"));
        assertThat(stored.count()).isEqualTo(ROWS);
        assertThat(stored.exceptAll(table).isEmpty()).isTrue();
        assertThat(stored.columns()).hasSize(12);
        assertThat(spark.names("large"))
                .hasSize(FILES + 1)
                .contains("_SUCCESS")
                .allMatch(name -> name.equals("_SUCCESS") || name.matches("part-.*\\.parquet"));
        System.err.println("COUNTS large " + counts + spark.files("large"));
        assertThat(counts.get("CreateMultipartUpload"))
                .isEqualTo(counts.get("CompleteMultipartUpload"))
                .isEqualTo(FILES);
    }

    @Test
    void read_twoColumnsWithAFilter_fetchesLittleOfTheObjects() throws Exception {
        table(ROWS).write().option("parquet.block.size", 1 << 20).parquet(SparkOverStore.uri("filtered"));
        long stored = spark.files("filtered").stream().mapToLong(FileStatus::getLen).sum();
        spark.forget();

        List<Row> rows = spark.session()
                .read()
                .parquet(SparkOverStore.uri("filtered"))
                .where("id between 1000 and 1009")
                .select("id", "hash2")
                .collectAsList();

        assertThat(rows).hasSize(10);
        List<LoggedRequest> gets = spark.requests("GetObject");
        System.err.println("COUNTS filtered " + spark.counts() + stored + gets);
        assertThat(gets.stream().mapToLong(LoggedRequest::received).sum()).isLessThan(stored / 10);
        for (FileStatus file : spark.files("filtered")) {
            assertThat(gets).noneMatch(get -> file.getPath().getName().endsWith(get.key()) && get.received() >= file.getLen());
        }
    }

    @Test
    void write_committerOfHadoopInVersion1_copiesEachFileTwice() {
        System.err.println("COUNTS v1 " + written("v1", Map.of()));
    }

    @Test
    void write_committerOfHadoopInVersion2_copiesEachFileOnce() {
        System.err.println("COUNTS v2 " + written("v2", Map.of("mapreduce.fileoutputcommitter.algorithm.version", "2")));
    }

    @Test
    void write_manifestCommitter_copiesEachFileOnce() {
        spark.session()
                .conf()
                .set(
                        "spark.sql.sources.commitProtocolClass",
                        "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol");
        spark.session()
                .conf()
                .set(
                        "spark.sql.parquet.output.committer.class",
                        "org.apache.spark.internal.io.cloud.BindingParquetOutputCommitter");
        System.err.println("COUNTS manifest " + written("manifest", Map.of(COMMITTER, MANIFEST_COMMITTER)));
        spark.session().conf().unset("spark.sql.sources.commitProtocolClass");
        spark.session().conf().unset("spark.sql.parquet.output.committer.class");
    }

    /** The requests of a job that writes small files. */
    private static Map<String, Long> written(String directory, Map<String, String> options) {
        Dataset<Row> table = table(1000);
        spark.forget();
        table.write().options(options).parquet(SparkOverStore.uri(directory));
        return spark.counts();
    }

    /** Rows in order of id, with columns that do not compress, in as many partitions as there are to be files. */
    private static Dataset<Row> table(long rows) {
        return spark.session()
                .range(0, rows, 1, FILES)
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
