package io.spate.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.types.DataType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.spate.engine.ObjectInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Each format, read and written, in jobs that end and in jobs that do not. What is read was written by Flink's own table
 * of files, and what is written is read by that: the bytes are the same, whatever moves them.
 */
@Timeout(120)
final class TableFormatsTest {
    private static final int PARALLELISM = 1;
    private static final long CHECKPOINT_MILLIS = 200;
    /** Without what the server is still writing: it lists that too, with an id behind the key. */
    private static final Map<String, String> ENDLESS = Map.of(
            "scan.monitor-interval", "50 ms",
            "scan.allow-empty", "true",
            "scan.exclude", "*-????????-????-????-????-????????????",
            "sink.rolling.checkpoint", "true");

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    @TempDir
    Path files;

    private String bucket;

    static Stream<FormatCase> formats() {
        return FormatCase.all();
    }

    @BeforeEach
    void makeBucket() throws IOException {
        bucket = TestStore.newBucket();
    }

    static Stream<FormatCase> formatsOfBatch() {
        return FormatCase.all().filter(format -> !format.isChangelog());
    }

    static Stream<FormatCase> changelogs() {
        return FormatCase.all().filter(FormatCase::isChangelog);
    }

    @ParameterizedTest
    @MethodSource("formatsOfBatch")
    void select_inBatch_givesWhatFlinkWrote(FormatCase format) throws Exception {
        Tables tables = Tables.batch(PARALLELISM);
        putWhatFlinkWrites(format);
        create(tables, "source", format, Map.of());

        assertRows(tables.rows("SELECT * FROM source"), format);
    }

    @ParameterizedTest
    @MethodSource("changelogs")
    void select_changelogInBatch_isRefused(FormatCase format) {
        Tables tables = Tables.batch(PARALLELISM);
        create(tables, "source", format, Map.of());

        assertThatThrownBy(() -> tables.rows("SELECT * FROM source")).hasMessageContaining("INSERT-only");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void select_inStreaming_givesWhatFlinkWrote(FormatCase format) throws Exception {
        putWhatFlinkWrites(format);
        Tables tables = Tables.streaming(PARALLELISM, CHECKPOINT_MILLIS);
        create(tables, "source", format, ENDLESS);

        assertRows(tables.firstRows("SELECT * FROM source", format.rows().size()), format);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void insert_inBatch_writesWhatFlinkReads(FormatCase format) throws Exception {
        Tables tables = Tables.batch(PARALLELISM);
        create(tables, "sink", format, Map.of());

        insertRows(tables, "sink", format);

        assertFlinkReads(format);
    }

    /** Rows go on from one table to another without an end, and a second job reads what appears with checkpoints. */
    @ParameterizedTest
    @MethodSource("formats")
    void insert_inStreaming_writesWhatFlinkReads(FormatCase format) throws Exception {
        putWhatFlinkWrites(format);
        Tables tables = Tables.streaming(PARALLELISM, CHECKPOINT_MILLIS);
        create(tables, "source", format, ENDLESS);
        create(tables, "sink", format, ENDLESS);

        TableResult writing = tables.session().executeSql("INSERT INTO sink SELECT * FROM source");
        assertRows(tables.firstRows("SELECT * FROM sink", format.rows().size()), format);
        writing.getJobClient().orElseThrow().cancel().get(Tables.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);

        assertFlinkReads(format);
    }

    /** Makes a table below a prefix of its own name. */
    private void create(Tables tables, String name, FormatCase format, Map<String, String> more) {
        Map<String, String> options = TestStore.options("path", "spate://" + bucket + "/" + name + "/");
        options.putAll(format.options());
        options.putAll(more);
        tables.create(name, "(" + format.columns() + ")", options);
    }

    /** Puts files of Flink's where the table {@code source} is. */
    private void putWhatFlinkWrites(FormatCase format) throws Exception {
        Tables tables = Tables.batch(PARALLELISM);
        tables.createFiles("files", format.columns(), files, format.options());
        insertRows(tables, "files", format);
        try (Stream<Path> written = Files.list(files)) {
            for (Path file : written.filter(Files::isRegularFile).toList()) {
                TestStore.get().put(bucket, "source/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
    }

    private static void insertRows(Tables tables, String name, FormatCase format) throws Exception {
        DataType type = tables.session().from(name).getResolvedSchema().toPhysicalRowDataType();
        tables.session().createTemporaryView("written", tables.session().fromValues(type, format.rows()));
        tables.insert("INSERT INTO " + name + " SELECT * FROM written");
    }

    /** Copies the objects of the table {@code sink} into files, and has Flink read those. */
    private void assertFlinkReads(FormatCase format) throws Exception {
        Path copies = Files.createDirectory(files.resolve("copies"));
        try (StoredObjects objects = new StoredObjects(bucket)) {
            for (ObjectInfo object : objects.list()) {
                String key = object.uri().key();
                if (key.startsWith("sink/")) {
                    Files.write(copies.resolve(key.substring(key.lastIndexOf('/') + 1)), objects.bytes(object));
                }
            }
        }
        // The table ends in either mode, and changelogs are read in this one only.
        Tables tables = Tables.streaming(PARALLELISM, CHECKPOINT_MILLIS);
        tables.createFiles("copies", format.columns(), copies, format.options());
        assertRows(tables.rows("SELECT * FROM copies"), format);
    }

    private static void assertRows(List<Row> rows, FormatCase format) {
        assertThat(Cells.sorted(rows)).isEqualTo(Cells.sorted(format.rows()));
    }
}
