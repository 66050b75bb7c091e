package io.spate.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries of 1 GiB with four readers give what one thread takes from the same bytes without Spate and Flink. */
@Timeout(300)
final class LargeTableTest {
    private static final int READERS = 4;
    private static final long GIB = 1L << 30;
    private static final int LINE_OBJECTS = 4;
    private static final long LINES_OF_OBJECT = GIB / LINE_OBJECTS / FixedLines.LENGTH;
    private static final int CHUNK = 1 << 20;
    private static final int PARQUET_ROWS = 64 << 10;
    private static final int ROW_GROUP_BYTES = 4 << 20;
    private static final MessageType PARQUET_SCHEMA =
            MessageTypeParser.parseMessageType("message row { required int64 id;"
                    + " required int32 kind; required int64 amount; required binary pad (STRING); }");

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    @Test
    void query_gibibyteOfCsv_givesWhatOneThreadGives() throws Exception {
        assertTotalsOfLines("csv", FixedLines.csv(LINES_OF_OBJECT));
    }

    @Test
    void query_gibibyteOfJson_givesWhatOneThreadGives() throws Exception {
        assertTotalsOfLines("json", FixedLines.json(LINES_OF_OBJECT));
    }

    /** The objects are many, and alike. */
    @Test
    void query_gibibyteOfParquet_givesWhatOneThreadGives(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("rows.parquet");
        writeParquet(file);
        byte[] bytes = Files.readAllBytes(file);
        int objects = Math.toIntExact((GIB + bytes.length - 1) / bytes.length);
        try (GeneratedStore store = GeneratedStore.start(
                objects,
                bytes.length,
                (object, offset, range) -> System.arraycopy(bytes, (int) offset, range, 0, range.length))) {
            Tables tables = tablesOver(store, "parquet");
            Totals totals = new Totals();
            for (Row row : ParquetGroups.read(new PublicFile.Content(file), tables.typeOf("t"))) {
                totals.add(
                        row.<Long>getFieldAs(0),
                        row.<Integer>getFieldAs(1),
                        row.<Long>getFieldAs(2),
                        row.<String>getFieldAs(3).length());
            }

            assertThat(tables.rows(Totals.QUERY)).containsExactly(totals.times(objects));
        }
    }

    private static void assertTotalsOfLines(String format, FixedLines lines) throws Exception {
        long length = LINES_OF_OBJECT * FixedLines.LENGTH;
        try (GeneratedStore store = GeneratedStore.start(LINE_OBJECTS, length, lines)) {
            List<Row> rows = tablesOver(store, format).rows(Totals.QUERY);

            assertThat(rows).containsExactly(totalsOf(lines, length));
        }
    }

    private static Tables tablesOver(GeneratedStore store, String format) {
        Map<String, String> options = store.options();
        options.put("format", format);
        options.put("scan.parallelism", Integer.toString(READERS));
        Tables tables = Tables.batch(READERS);
        tables.create("t", FixedLines.COLUMNS, options);
        return tables;
    }

    private static Row totalsOf(FixedLines lines, long length) {
        Totals totals = new Totals();
        byte[] chunk = new byte[CHUNK];
        for (int object = 0; object < LINE_OBJECTS; object++) {
            for (long offset = 0; offset < length; offset += CHUNK) {
                lines.fill(object, offset, chunk);
                lines.addTo(totals, chunk);
            }
        }
        return totals.times(1);
    }

    /** Without compression and dictionaries, so that a row has as many bytes as its columns. */
    private static void writeParquet(Path file) throws IOException {
        SimpleGroupFactory groups = new SimpleGroupFactory(PARQUET_SCHEMA);
        String pad = "x".repeat(FixedLines.LENGTH);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))
                .withType(PARQUET_SCHEMA)
                .withDictionaryEncoding(false)
                .withRowGroupSize((long) ROW_GROUP_BYTES)
                .build()) {
            for (long i = 0; i < PARQUET_ROWS; i++) {
                writer.write(groups.newGroup()
                        .append("id", FixedLines.id(i))
                        .append("kind", FixedLines.kind(i))
                        .append("amount", FixedLines.amount(i))
                        .append("pad", pad));
            }
        }
    }
}
