package io.spate.it;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Files that others made and published: each as a table, in splits as small as they can be, gives what another reader
 * gives, which shares no code with Spate or Flink's formats.
 */
@Timeout(120)
final class PublicDataTest {
    private static final String SMALLEST_SPLIT = "64 KiB";
    private static final int READERS = 2;
    private static final int SCALE = 10;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    static Stream<PublicFile> files() {
        return PublicFiles.all();
    }

    @ParameterizedTest
    @MethodSource("files")
    void select_publicFile_givesEveryCell(PublicFile file) throws Exception {
        Tables tables = tableOf(file);
        List<Row> expected = file.reference().read(file.content(), tables.typeOf("t"));

        List<Row> rows = tables.rows("SELECT * FROM t");

        assertThat(rows).hasSameSizeAs(expected).isNotEmpty();
        assertThat(Cells.sorted(rows)).isEqualTo(Cells.sorted(expected));
    }

    @ParameterizedTest
    @MethodSource("files")
    void aggregate_publicFile_givesCountAndSum(PublicFile file) throws Exception {
        Tables tables = tableOf(file);
        RowType columns = tables.typeOf("t");
        List<Row> expected = file.reference().read(file.content(), columns);
        int summed = columns.getFieldIndex(file.summed());
        BigDecimal sum = expected.stream()
                .map(row -> row.getField(summed))
                .filter(Objects::nonNull)
                .map(PublicDataTest::number)
                .reduce(BigDecimal.ZERO, BigDecimal::add);

        List<Row> rows =
                tables.rows("SELECT COUNT(*), SUM(CAST(" + number("`" + file.summed() + "`", columns.getTypeAt(summed))
                        + " AS DECIMAL(38, " + SCALE + "))) FROM t");

        assertThat(rows).containsExactly(Row.of((long) expected.size(), sum.setScale(SCALE)));
    }

    @Test
    void select_unknownEncodingOfParquet_isRefusedByName() throws Exception {
        Tables tables = tableOf(PublicFiles.refused());

        assertThatThrownBy(() -> tables.rows("SELECT * FROM t"))
                .hasStackTraceContaining("delta_length_byte_array.parquet")
                .hasStackTraceContaining("Unsupported encoding: DELTA_LENGTH_BYTE_ARRAY");
    }

    /** Where each file is from is said beside them. */
    @Test
    void sources_ofPublicFiles_areNamed() throws Exception {
        String sources = Files.readString(PublicFile.DIRECTORY.resolve("SOURCES.md"));
        try (Stream<Path> files = Files.list(PublicFile.DIRECTORY)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("SOURCES.md")))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(files(), Stream.of(PublicFiles.refused()))
                            .map(PublicFile::name)
                            .toList())
                    .allSatisfy(name -> assertThat(sources).contains("| `" + name + "` |"));
        }
    }

    private static Tables tableOf(PublicFile file) throws IOException {
        String bucket = TestStore.newBucket();
        TestStore.get().put(bucket, "t/" + file.name(), file.content().bytes());
        Map<String, String> options =
                TestStore.options("path", "spate://" + bucket + "/t/", "scan.split-size", SMALLEST_SPLIT);
        options.putAll(file.options());
        Tables tables = Tables.batch(READERS);
        tables.create("t", "(" + file.columns() + ")", options);
        return tables;
    }

    /** An expression of a column that is a number: itself, the length of text, the year of a time. */
    private static String number(String column, LogicalType type) {
        return switch (type.getTypeRoot()) {
            case VARCHAR -> "CHAR_LENGTH(" + column + ")";
            case DATE, TIMESTAMP_WITHOUT_TIME_ZONE -> "YEAR(" + column + ")";
            default -> column;
        };
    }

    /** The same of a value. */
    private static BigDecimal number(Object value) {
        if (value instanceof String text) {
            return BigDecimal.valueOf(text.codePointCount(0, text.length()));
        } else if (value instanceof TemporalAccessor time) {
            return BigDecimal.valueOf(time.get(ChronoField.YEAR));
        }
        return new BigDecimal(value.toString());
    }
}
