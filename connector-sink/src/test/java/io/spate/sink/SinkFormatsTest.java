package io.spate.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SinkFormatsTest {
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-32BE", "GB18030"})
    void lines_anyTexts_areReadBackBySplitting(String charset) throws IOException {
        List<String> texts = new Records(1).texts(2000);
        byte[] object = ObjectBytes.of(SinkFormats.lines(Charset.forName(charset)), texts);

        String content = new String(object, charset);
        assertThat(content).endsWith("\n");
        assertThat(List.of(content.substring(0, content.length() - 1).split("\n", -1)))
                .isEqualTo(texts);
    }

    @Test
    void lines_default_isUtf8() throws IOException {
        assertThat(ObjectBytes.of(SinkFormats.lines(), List.of("é", "", "b\r")))
                .isEqualTo("é\n\nb\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(SinkFormats.lines().extension()).isEmpty();
        assertThat(SinkFormats.lines().endsWithCheckpoint()).isFalse();
    }

    @Test
    void lines_textWithLineEnd_failsAndWritesNothingOfIt() throws IOException {
        ObjectBytes object = new ObjectBytes();
        RecordEncoder<String> encoder = SinkFormats.lines().open(object);

        assertThatThrownBy(() -> encoder.encode("ab\ncd"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line end at character 2 of 5")
                .hasMessageContaining("would be read back as two lines")
                .hasMessageContaining("SinkFormats.rows(...)")
                .hasMessageNotContaining("cd");
        assertThat(object.toByteArray()).isEmpty();
    }

    @Test
    void lines_charactersThatTheCharsetLacks_fail() throws IOException {
        RecordEncoder<String> latin =
                SinkFormats.lines(StandardCharsets.ISO_8859_1).open(new ObjectBytes());
        RecordEncoder<String> utf8 = SinkFormats.lines().open(new ObjectBytes());

        assertThatThrownBy(() -> latin.encode("漢"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ISO-8859-1 cannot encode");
        assertThatThrownBy(() -> utf8.encode("half: \uD83D"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("UTF-8 cannot encode");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "ISO-2022-CN", "x-UTF-16LE-BOM"})
    void lines_charsetWithByteOrderMarkOrNoEncoder_isRefused(String charset) {
        assertThatThrownBy(() -> SinkFormats.lines(Charset.forName(charset)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("charset " + charset + " cannot encode lines");
    }

    @Test
    void bytes_anyRecords_areOneAfterAnother() throws IOException {
        List<byte[]> records = new Records(2).bytes(500);

        assertThat(ObjectBytes.of(SinkFormats.bytes(), records)).isEqualTo(joined(records, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "", "|#|", "\0"})
    void rows_anyRecords_areAsTheSchemaMadeThem(String delimiter) throws IOException {
        List<byte[]> records = new Records(3).bytes(500);
        SinkFormat<byte[]> format = SinkFormats.rows(record -> record, delimiter.getBytes(StandardCharsets.UTF_8));

        assertThat(ObjectBytes.of(format, records)).isEqualTo(joined(records, delimiter));
    }

    @Test
    void rows_default_endsRowsWithLineEndsAndLeavesThoseInThem() throws IOException {
        SinkFormat<String> format = SinkFormats.rows(row -> row.getBytes(StandardCharsets.UTF_8));

        assertThat(ObjectBytes.of(format, List.of("a,\"b\nc\"", "d")))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("a,\"b\nc\"\nd\n");
    }

    @Test
    void rows_schemaThatMakesNull_fails() throws IOException {
        RecordEncoder<String> encoder = SinkFormats.<String>rows(row -> null).open(new ObjectBytes());

        assertThatThrownBy(() -> encoder.encode("a"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("made null of a record")
                .hasMessageContaining("filter out");
    }

    @Test
    void rows_schemaThatThrows_failsWithItsName() throws IOException {
        RecordEncoder<String> encoder = SinkFormats.<String>rows(row -> {
                    throw new IllegalStateException("no such field");
                })
                .open(new ObjectBytes());

        assertThatThrownBy(() -> encoder.encode("a"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(SinkFormatsTest.class.getSimpleName())
                .hasMessageContaining("cannot serialize a record: no such field")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void open_schema_isOpenedWithTheContext() throws Exception {
        ContextSchema schema = new ContextSchema();
        SerializationSchema.InitializationContext context = new Context();

        SinkFormats.rows(schema).open(context);
        CompressedFormat.of(SinkFormats.rows(schema), Compression.GZIP).open(context);

        assertThat(schema.opened).containsExactly(context, context);
    }

    @Test
    void rows_delimiterChangedLater_keepsTheOldOne() throws IOException {
        byte[] delimiter = {'|'};
        SinkFormat<byte[]> format = SinkFormats.rows(record -> record, delimiter);
        delimiter[0] = '!';

        assertThat(ObjectBytes.of(format, List.of(new byte[] {'a'}))).isEqualTo(new byte[] {'a', '|'});
    }

    @Test
    void serialize_usedFormat_worksOn() throws Exception {
        SinkFormat<String> format = CompressedFormat.of(SinkFormats.lines(), Compression.ZSTD);
        byte[] object = ObjectBytes.of(format, List.of("é"));

        assertThat(ObjectBytes.of(InstantiationUtil.clone(format), List.of("é")))
                .isEqualTo(object);
    }

    private static byte[] joined(List<byte[]> records, String delimiter) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] record : records) {
            joined.writeBytes(record);
            joined.writeBytes(delimiter.getBytes(StandardCharsets.UTF_8));
        }
        return joined.toByteArray();
    }

    private static final class ContextSchema implements SerializationSchema<String> {
        private static final long serialVersionUID = 1L;

        private final transient List<InitializationContext> opened = new ArrayList<>();

        @Override
        public void open(InitializationContext context) {
            opened.add(context);
        }

        @Override
        public byte[] serialize(String row) {
            return row.getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class Context implements SerializationSchema.InitializationContext {
        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(SinkFormatsTest.class.getClassLoader());
        }
    }
}
