package io.spate.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

import io.spate.engine.ByteRange;

/** Files with one column {@code c} as other tools write them, and what a table with that column makes of them. */
record ParquetFiles(MessageType schema, boolean dictionary, int dictionaryBytes) {
    /** @param column its definition in Parquet, such as {@code optional int32 c} */
    static ParquetFiles of(String column, boolean dictionary) {
        return new ParquetFiles(
                MessageTypeParser.parseMessageType("message m {" + column + "; }"), dictionary, 1 << 20);
    }

    /** With dictionaries that are given up when they have so many bytes, as they are in the middle of large columns. */
    ParquetFiles withDictionariesOf(int bytes) {
        return new ParquetFiles(schema, true, bytes);
    }

    /** @param add adds a value to a row, or leaves it null */
    <T> byte[] write(List<T> values, BiConsumer<? super Group, ? super T> add) throws IOException {
        Bytes bytes = new Bytes();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(bytes)
                .withType(schema)
                .withWriterVersion(WriterVersion.PARQUET_1_0)
                .withDictionaryEncoding(dictionary)
                .withDictionaryPageSize(dictionaryBytes)
                .withPageRowCountLimit(100)
                .withMinRowCountForPageSizeCheck(1)
                .build()) {
            for (T value : values) {
                Group row = new SimpleGroup(schema);
                add.accept(row, value);
                writer.write(row);
            }
        }
        return bytes.out.toByteArray();
    }

    /** The rows of such a file. */
    static List<RowData> read(byte[] object, DataType column) throws IOException {
        DataType table = DataTypes.ROW(DataTypes.FIELD("c", column));
        RecordFormat<RowData> format = ColumnFiles.format("parquet", table, ColumnFiles.all(table), List.of());
        List<RowData> rows = new ArrayList<>();
        try (RecordReader<RowData> reader =
                format.reader(BytesInput.generous(object), new ByteRange(0, object.length), 0)) {
            while (reader.next(rows::add) != RecordReader.Outcome.END) {}
        }
        return rows;
    }

    private static final class Bytes implements OutputFile {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        @Override
        public PositionOutputStream create(long blockSize) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return out.size();
                }

                @Override
                public void write(int value) {
                    out.write(value);
                }

                @Override
                public void write(byte[] source, int offset, int length) {
                    out.write(source, offset, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            return create(blockSize);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
