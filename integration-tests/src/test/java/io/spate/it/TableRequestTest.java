package io.spate.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;

import static org.assertj.core.api.Assertions.assertThat;

/** What queries ask the store for: no more than they need. */
@Timeout(120)
final class TableRequestTest {
    private static final int READERS = 4;
    private static final int OBJECTS = 100_000;
    private static final int LIMIT = 10;
    /** One, then half as many again each time, until the rows are there; and what readers had begun meanwhile. */
    private static final long MOST_GETS = 4 * LIMIT;

    private static final int ROWS = 20_000;
    /** What is fetched to find the footer, which is behind the row groups. */
    private static final long TAIL = 128 << 10;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    /** By default, and where planning looks at sizes as well: that is asked for before the limit is known. */
    @ParameterizedTest
    @CsvSource({"none, 1", "size, 2"})
    void limit_hundredThousandObjects_costsOneListAndAFewGets(String statistics, int lists) throws Exception {
        byte[] line = "7\n".getBytes(StandardCharsets.UTF_8);
        try (GeneratedStore store = GeneratedStore.start(
                OBJECTS,
                line.length,
                (object, offset, range) -> System.arraycopy(line, (int) offset, range, 0, range.length))) {
            Map<String, String> options = store.options();
            options.put("format", "csv");
            options.put("scan.statistics", statistics);
            Tables tables = Tables.batch(READERS);
            tables.create("t", "(number INT)", options);

            List<Row> rows = tables.rows("SELECT * FROM t LIMIT " + LIMIT);

            assertThat(rows).hasSize(LIMIT).containsOnly(Row.of(7));
            assertThat(store.lists()).isEqualTo(lists);
            assertThat(store.gets()).isBetween((long) LIMIT, MOST_GETS);
        }
    }

    @Test
    void filter_ofParquetColumn_leavesOutRowGroups(@TempDir Path directory) throws Exception {
        NumberedRows rows = new NumberedRows(new NumberedLines(1, 0), ROWS);
        String bucket = TestStore.newBucket();
        byte[] object = rows.parquet(directory);
        TestStore.get().put(bucket, "t/rows.parquet", object);
        List<ByteRange> groups = rowGroups(directory.resolve("rows.parquet"));
        ByteRange middle = groups.get(groups.size() / 2);
        long row = rowsBefore(directory.resolve("rows.parquet"), groups.size() / 2);
        try (RangeLog log = RangeLog.start()) {
            Tables tables = Tables.batch(1);
            tables.create(
                    "t", NumberedRows.COLUMNS, log.options("path", "spate://" + bucket + "/t/", "format", "parquet"));

            List<Row> found = tables.rows("SELECT id, text FROM t WHERE id = " + row);

            String line = rows.lines().line((int) row);
            assertThat(found).containsExactly(Row.of((int) row, line.substring(line.indexOf(' ') + 1)));
            assertThat(log.ranges())
                    .filteredOn(range -> range.end() < object.length - TAIL)
                    .isNotEmpty()
                    .allMatch(range -> range.start() >= middle.start() && range.end() <= middle.end());
            assertThat(log.ranges().stream().mapToLong(ByteRange::length).sum()).isLessThan(TAIL + 2 * middle.length());
        }
    }

    /** Where the bytes of each row group are. */
    private static List<ByteRange> rowGroups(Path file) throws IOException {
        return blocks(file).stream()
                .map(block -> new ByteRange(block.getStartingPos(), block.getStartingPos() + block.getCompressedSize()))
                .toList();
    }

    private static long rowsBefore(Path file, int rowGroup) throws IOException {
        return blocks(file).subList(0, rowGroup).stream()
                .mapToLong(BlockMetaData::getRowCount)
                .sum();
    }

    private static List<BlockMetaData> blocks(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            return reader.getRowGroups();
        }
    }
}
