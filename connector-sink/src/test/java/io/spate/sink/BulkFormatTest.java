package io.spate.sink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.util.Utf8;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.formats.avro.AvroWriters;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BulkFormatTest {
    private static final Schema SCHEMA = SchemaBuilder.record("Row")
            .fields()
            .requiredLong("number")
            .requiredString("text")
            .requiredBytes("bytes")
            .endRecord();

    @Test
    void avro_anyRecords_areReadBack() throws IOException {
        List<GenericRecord> rows = rows();
        byte[] object = ObjectBytes.of(SinkFormats.bulk(AvroWriters.forGenericRecord(SCHEMA), ".avro"), rows);

        try (DataFileStream<GenericRecord> read =
                new DataFileStream<>(new ByteArrayInputStream(object), new GenericDatumReader<>())) {
            List<GenericRecord> found = new ArrayList<>();
            read.forEach(found::add);
            assertThat(found).isEqualTo(rows);
        }
    }

    @Test
    void avro_noRecords_isAWholeObject() throws IOException {
        byte[] object = ObjectBytes.of(SinkFormats.bulk(AvroWriters.forGenericRecord(SCHEMA), ".avro"), List.of());

        try (DataFileStream<GenericRecord> read =
                new DataFileStream<>(new ByteArrayInputStream(object), new GenericDatumReader<>())) {
            assertThat(read.getSchema()).isEqualTo(SCHEMA);
            assertThat(read.hasNext()).isFalse();
        }
    }

    @Test
    void bulk_writerThatCountsFlushesAndCloses_seesItsPositionsAndLeavesTheStreamToTheSink() throws IOException {
        List<byte[]> records = new Records(10).bytes(300);
        byte[] object = ObjectBytes.of(SinkFormats.bulk(FooterWriter::new, ".footer"), records);

        ByteBuffer read = ByteBuffer.wrap(object);
        int footer = (int) read.getLong(object.length - Long.BYTES);
        read.position(footer);
        List<byte[]> found = new ArrayList<>();
        int start = 0;
        while (read.remaining() > Long.BYTES) {
            int end = (int) read.getLong();
            found.add(Arrays.copyOfRange(object, start, end));
            start = end;
        }
        assertThat(found.toArray(byte[][]::new)).isDeepEqualTo(records.toArray(byte[][]::new));
        assertThat(start).isEqualTo(footer);
    }

    @Test
    void finish_writer_isFlushedAndFinishedOnce() throws IOException {
        List<String> calls = new ArrayList<>();
        ObjectBytes.of(SinkFormats.bulk(out -> new CalledWriter(calls), ""), List.of("a", "b"));

        assertThat(calls).containsExactly("add a", "add b", "flush", "finish");
    }

    @Test
    void bulk_anyWriter_endsWithCheckpoint() {
        assertThat(SinkFormats.bulk(FooterWriter::new, "").endsWithCheckpoint()).isTrue();
        assertThat(SinkFormats.bulk(FooterWriter::new, ".footer").extension()).isEqualTo(".footer");
    }

    @Test
    void bulk_badExtension_isRefused() {
        assertThatThrownBy(() -> SinkFormats.bulk(FooterWriter::new, "parquet"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("extension 'parquet' must be empty, or a dot");
    }

    @Test
    void open_writerThatCannotBegin_fails() {
        SinkFormat<String> format = SinkFormats.bulk(
                out -> {
                    throw new IOException("no codec");
                },
                "");

        assertThatThrownBy(() -> format.open(new ObjectBytes()))
                .isInstanceOf(IOException.class)
                .hasMessage("no codec");
    }

    private static List<GenericRecord> rows() {
        List<String> texts = new Records(8).texts(2000);
        List<byte[]> bytes = new Records(9).bytes(2000);
        List<GenericRecord> rows = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            rows.add(new GenericRecordBuilder(SCHEMA)
                    .set("number", (long) i)
                    .set("text", new Utf8(texts.get(i)))
                    .set("bytes", ByteBuffer.wrap(bytes.get(i)))
                    .build());
        }
        return rows;
    }

    /** Writes records, then where each of them ended, and then where that begins. Treats the stream as if it were its own. */
    private static final class FooterWriter implements BulkWriter<byte[]> {
        private final FSDataOutputStream out;
        private final List<Long> ends = new ArrayList<>();

        FooterWriter(FSDataOutputStream out) {
            this.out = out;
        }

        @Override
        public void addElement(byte[] record) throws IOException {
            for (int i = 0; i < Math.min(3, record.length); i++) {
                out.write(record[i]);
            }
            if (record.length > 3) {
                out.write(record, 3, record.length - 3);
            }
            ends.add(out.getPos());
        }

        @Override
        public void flush() throws IOException {
            out.flush();
            out.sync();
        }

        @Override
        public void finish() throws IOException {
            long footer = out.getPos();
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (ends.size() + 1));
            ends.forEach(bytes::putLong);
            out.write(bytes.putLong(footer).array());
            out.close();
        }
    }

    private record CalledWriter(List<String> calls) implements BulkWriter<String> {
        @Override
        public void addElement(String record) {
            calls.add("add " + record);
        }

        @Override
        public void flush() {
            calls.add("flush");
        }

        @Override
        public void finish() {
            calls.add("finish");
        }
    }
}
