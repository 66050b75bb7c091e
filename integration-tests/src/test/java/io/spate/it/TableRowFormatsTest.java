package io.spate.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.codec.Codec;
import io.spate.engine.Engine;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.WriteBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tables of row formats in SQL, over objects that others wrote. */
@Timeout(180)
@SuppressWarnings("try") // results throw whatever they may when they are closed
class TableRowFormatsTest {
    private final TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    private Engine engine;
    private String bucket;

    @BeforeEach
    void open() throws Exception {
        engine = Engine.open(TestStore.checkedOptions());
        bucket = TestStore.newBucket();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void csv_withHeaderMarkAndQuotedLineEnds_givesTheRightRows() throws Exception {
        put("t/a.csv", "\ufeffid,name,at\r\n1,\"a\r\n\"\"b\"\"\",2026-11-30 10:00:00\r\n\r\n2,c,\r\n");
        put("t/b.csv", "id,name,at\n3,d,2026-11-30 10:00:00");

        create("id INT, name STRING, at_time STRING", "csv", "csv.header", "true", "csv.multiline", "true");
        assertThat(select("SELECT id, name FROM t"))
                .containsExactlyInAnyOrder(Row.of(1, "a\r\n\"b\""), Row.of(2, "c"), Row.of(3, "d"));
        assertThat(select("SELECT COUNT(*) FROM t")).containsExactly(Row.of(3L));
    }

    @Test
    void csv_quotedLineEndThatWasNotDeclared_failsAlsoWhereBadRecordsAreSkipped() throws Exception {
        put("t/a.csv", "1,a\n2,\"b\nc\"\n");
        create("id INT, name STRING", "csv", "scan.on-error", "skip");
        assertThatThrownBy(() -> select("SELECT * FROM t"))
                .rootCause()
                .hasMessageContainingAll("/t/a.csv", "offset 4", "'csv.multiline' = 'true'");
    }

    @Test
    void csv_ofAnotherCharset_givesTheRightRows() throws Exception {
        put("t/a.csv", "1,\u00e4\u00f6\r\n2,\u00df\r\n", Charset.forName("UTF-16"));
        create("id INT, name STRING", "csv", "charset", "UTF-16");
        assertThat(select("SELECT * FROM t")).containsExactlyInAnyOrder(Row.of(1, "\u00e4\u00f6"), Row.of(2, "\u00df"));
    }

    @Test
    void json_withNestedAndMissingFields_givesTheRightRows() throws Exception {
        put(
                "t/a.json",
                """
                {"id":1,"nested":{"a":2,"b":["x","y"]},"more":{}}

                {"nested":null,"id":2}
                {"id":3,"nested":{"a":null}}""");
        create("id INT, nested ROW<a INT, b ARRAY<STRING>>, missing DOUBLE", "json");
        assertThat(select("SELECT id, nested.a, nested.b[2], missing FROM t"))
                .containsExactlyInAnyOrder(
                        Row.of(1, 2, "y", null), Row.of(2, null, null, null), Row.of(3, null, null, null));
        assertThat(select("SELECT COUNT(*) FROM t")).containsExactly(Row.of(3L));
    }

    @Test
    void raw_lines_areRows() throws Exception {
        put("t/a.txt", "one\r\n\r\nthree", StandardCharsets.ISO_8859_1);
        create("line STRING", "raw", "charset", "ISO-8859-1");
        assertThat(select("SELECT * FROM t")).containsExactlyInAnyOrder(Row.of("one"), Row.of(""), Row.of("three"));
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void compressedObjects_byTheirKeys_areDecompressed(Codec codec) throws Exception {
        put("t/plain.csv", "1,a\n");
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        for (String member : List.of("2,b\n3,", "c\n")) {
            try (OutputStream out = codec.compress(new Unclosed(object))) {
                out.write(member.getBytes(StandardCharsets.UTF_8));
            }
        }
        put("t/packed.csv" + codec.extension(), object.toByteArray());
        create("id INT, name STRING", "csv");
        assertThat(select("SELECT * FROM t")).containsExactlyInAnyOrder(Row.of(1, "a"), Row.of(2, "b"), Row.of(3, "c"));
    }

    @Test
    void compressedObjects_thatCannotBeRead_fail() throws Exception {
        put("t/a.csv.br", "1,a\n");
        create("id INT, name STRING", "csv");
        assertThatThrownBy(() -> select("SELECT * FROM t")).rootCause().hasMessageContainingAll("a.csv.br", "Brotli");
    }

    @Test
    void badRecord_byDefault_failsAndNamesIt() throws Exception {
        put("t/a.json", "{\"id\":1}\n{\"id\":\"x\"}\n");
        create("id INT", "json");
        assertThatThrownBy(() -> select("SELECT * FROM t"))
                .hasStackTraceContaining("/t/a.json: the record of 10 bytes at offset 9 cannot be decoded: ")
                .hasStackTraceContaining("the record is '{\"id\":\"x\"}'");
    }

    @Test
    void badRecords_toBeSkipped_areLeftOut() throws Exception {
        put("t/a.csv", "1,a\nx,b\n3,c\n4,d,e\n5\n");
        create("id INT, name STRING", "csv", "scan.on-error", "skip");
        assertThat(select("SELECT * FROM t")).containsExactlyInAnyOrder(Row.of(1, "a"), Row.of(3, "c"));
    }

    @Test
    void badRecords_withDeadLetters_areStoredWhenTheQueryEnds() throws Exception {
        put("t/a.csv", "1,a\nx,b\n3,c\n");
        create(
                "id INT, name STRING",
                "csv",
                "scan.on-error",
                "dead-letter",
                "scan.dead-letter.path",
                "spate://" + bucket + "/dead/");
        assertThat(select("SELECT * FROM t")).containsExactlyInAnyOrder(Row.of(1, "a"), Row.of(3, "c"));

        List<ObjectInfo> letters = engine.store()
                .list(ListRequest.below(new ObjectUri(bucket, "dead/")))
                .objects();
        assertThat(letters).hasSize(1);
        tables.executeSql("CREATE TABLE letters (`key` STRING, `offset` BIGINT, `text` STRING, `bytes` BYTES) WITH ("
                + options("json", "dead/") + ")");
        assertThat(select("SELECT `key`, `offset`, `text`, CAST(`bytes` AS STRING) FROM letters"))
                .containsExactly(Row.of("spate://" + bucket + "/t/a.csv", 4L, "x,b", "x,b"));
    }

    private void create(String columns, String format, String... more) {
        tables.executeSql("CREATE TABLE t (" + columns + ") WITH (" + options(format, "t/", more) + ")");
    }

    private String options(String format, String prefix, String... more) {
        List<String> all = new ArrayList<>(
                List.of("connector", "spate", "format", format, "path", "spate://" + bucket + "/" + prefix));
        all.addAll(List.of(more));
        return TestStore.options(all.toArray(String[]::new)).entrySet().stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
    }

    private List<Row> select(String query) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> found = tables.executeSql(query).collect()) {
            found.forEachRemaining(rows::add);
        }
        return rows;
    }

    private void put(String key, String text) throws Exception {
        put(key, text, StandardCharsets.UTF_8);
    }

    private void put(String key, String text, Charset charset) throws Exception {
        put(key, text.getBytes(charset));
    }

    private void put(String key, byte[] bytes) throws Exception {
        engine.store().put(new ObjectUri(bucket, key), WriteBody.of(bytes), ObjectAttributes.NONE, Precondition.NONE);
    }

    /** Takes several members one after another. */
    private static final class Unclosed extends OutputStream {
        private final OutputStream out;

        Unclosed(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }
    }
}
