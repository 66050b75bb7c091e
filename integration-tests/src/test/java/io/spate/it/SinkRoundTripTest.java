package io.spate.it;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.AvroWriters;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ObjectInfo;
import io.spate.sink.Compression;
import io.spate.sink.SinkFormat;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;
import io.spate.sink.SpateSinkBuilder;
import io.spate.source.ByteChunk;
import io.spate.source.Formats;
import io.spate.source.RecordFormat;
import io.spate.source.SpateSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a job wrote comes back as it was: by the source where that can read it, else by other means. */
@Timeout(120)
final class SinkRoundTripTest {
    /** More than a part holds, so that objects come of several. */
    private static final int LINES = 3000;

    private static final int LONGEST_LINE = 5000;
    private static final int CHUNK = 1 << 20;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private String bucket;
    private StoredObjects objects;

    @BeforeEach
    void makeBucket() throws IOException {
        bucket = TestStore.newBucket();
        objects = new StoredObjects(bucket);
    }

    @AfterEach
    void close() {
        objects.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16LE"})
    void lines_ofACharset_comeBack(String name) throws Exception {
        Charset charset = Charset.forName(name);
        List<String> lines = lines();

        write(SinkFormats.lines(charset), Types.STRING, lines);

        assertThat(read(Formats.lines().charset(charset))).as("seed %d", seed).isEqualTo(lines);
    }

    @Test
    void rows_withADelimiter_comeBack() throws Exception {
        List<String> rows = lines();

        write(SinkFormats.rows(new SimpleStringSchema(), "|;\n".getBytes(StandardCharsets.UTF_8)), Types.STRING, rows);

        assertThat(read(Formats.lines().delimiter("|;\n"))).as("seed %d", seed).isEqualTo(rows);
    }

    @Test
    void rows_ofASchema_comeBackByItsCounterpart() throws Exception {
        List<String> rows = lines();

        write(SinkFormats.rows(new SimpleStringSchema()), Types.STRING, rows);

        assertThat(read(Formats.deserializer(new SimpleStringSchema())))
                .as("seed %d", seed)
                .isEqualTo(rows);
    }

    @Test
    void bytes_ofAnyKind_comeBackOneAfterTheOther() throws Exception {
        List<byte[]> records = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < LINES; i++) {
            byte[] record = new byte[random.nextInt(LONGEST_LINE)];
            random.nextBytes(record);
            records.add(record);
            all.writeBytes(record);
        }

        write(SinkFormats.bytes(), PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, records);

        ByteArrayOutputStream read = new ByteArrayOutputStream();
        for (ByteChunk chunk : read(Formats.bytes(CHUNK))) {
            assertThat(chunk.offset()).isEqualTo(read.size());
            read.writeBytes(chunk.bytes());
        }
        assertThat(read.toByteArray()).as("seed %d", seed).isEqualTo(all.toByteArray());
    }

    @ParameterizedTest
    @EnumSource(
            value = Compression.class,
            names = {"GZIP", "ZSTD"})
    void lines_compressed_comeBackDecompressed(Compression compression) throws Exception {
        List<String> lines = lines();

        WritingJob.write(
                lines,
                Types.STRING,
                sink(SinkFormats.lines()).compression(compression).build());

        ObjectInfo object = onlyObject();
        assertThat(object.uri().key()).endsWith(compression.extension());
        try (InputStream in = decompressed(compression, objects.bytes(object))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).as("seed %d", seed).isEqualTo(String.join("\n", lines) + "\n");
        }
    }

    @Test
    void avro_records_comeBack() throws Exception {
        Schema schema = SchemaBuilder.record("Row")
                .fields()
                .requiredLong("number")
                .requiredString("text")
                .endRecord();
        List<GenericRecord> rows = new ArrayList<>();
        for (String line : lines()) {
            rows.add(new GenericRecordBuilder(schema)
                    .set("number", (long) rows.size())
                    .set("text", line)
                    .build());
        }

        write(
                SinkFormats.bulk(AvroWriters.forGenericRecord(schema), ".avro"),
                new GenericRecordAvroTypeInfo(schema),
                rows);

        List<String> read = new ArrayList<>();
        // More than one if there was a checkpoint, with which such objects end.
        for (ObjectInfo object : objects.list()) {
            try (DataFileStream<GenericRecord> stream =
                    new DataFileStream<>(new ByteArrayInputStream(objects.bytes(object)), new GenericDatumReader<>())) {
                stream.forEach(row -> read.add(row.toString()));
            }
        }
        assertThat(read)
                .as("seed %d", seed)
                .isEqualTo(rows.stream().map(GenericRecord::toString).toList());
    }

    private <T> void write(SinkFormat<T> format, TypeInformation<T> type, List<T> records) throws Exception {
        WritingJob.write(records, type, sink(format).build());
    }

    private <T> SpateSinkBuilder<T> sink(SinkFormat<T> format) {
        return SpateSink.<T>builder()
                .path("spate://" + bucket + "/out/")
                .format(format)
                .options(TestStore.options(
                        "write.part-size", "5 MiB", TestStore.PROFILE, TestStore.OPEN_OVER_CHECKPOINTS));
    }

    /** With one reader, which keeps the order of the one object. */
    private <T> List<T> read(RecordFormat<T> format) throws Exception {
        return ReadingJob.read(
                SpateSource.<T>builder()
                        .paths("spate://" + bucket + "/out/")
                        .format(format)
                        .options(TestStore.options())
                        .build(),
                1);
    }

    private ObjectInfo onlyObject() throws IOException {
        List<ObjectInfo> all = objects.list();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static InputStream decompressed(Compression compression, byte[] bytes) throws IOException {
        InputStream in = new ByteArrayInputStream(bytes);
        return compression == Compression.GZIP ? new GZIPInputStream(in) : new ZstdInputStream(in);
    }

    /** Lines that every charset here has, some of them empty. */
    private List<String> lines() {
        return IntStream.range(0, LINES)
                .mapToObj(i -> random.ints(random.nextInt(LONGEST_LINE), ' ', 'ÿ')
                        .filter(c -> c < 127 || c > 160)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString())
                .toList();
    }
}
