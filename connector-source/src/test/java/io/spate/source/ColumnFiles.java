package io.spate.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.table.factories.BulkReaderFormatFactory;
import org.apache.flink.connector.file.table.factories.BulkWriterFormatFactory;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.formats.avro.AvroFileFormatFactory;
import org.apache.flink.formats.parquet.ParquetFileFormatFactory;
import org.apache.flink.orc.OrcFileFormatFactory;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

import io.spate.engine.ByteRange;

/** Files of columns as Flink writes them, and how they are read. */
final class ColumnFiles {
    private ColumnFiles() {}

    /** @param options of the writer, such as {@code parquet.block.size} */
    static byte[] write(String format, DataType type, List<? extends RowData> rows, Map<String, String> options)
            throws IOException {
        BulkWriterFormatFactory factory = (BulkWriterFormatFactory) factory(format);
        BulkWriter.Factory<RowData> writers = factory.createEncodingFormat(null, options(format, options))
                .createRuntimeEncoder((DynamicTableSink.Context) null, type);
        Bytes bytes = new Bytes();
        BulkWriter<RowData> writer = writers.create(bytes);
        for (RowData row : rows) {
            writer.addElement(row);
        }
        writer.finish();
        return bytes.bytes.toByteArray();
    }

    static RecordFormat<RowData> format(
            String format, DataType type, int[][] projection, List<ResolvedExpression> filters) {
        return format(format, type, projection, filters, Map.of());
    }

    static RecordFormat<RowData> format(
            String format,
            DataType type,
            int[][] projection,
            List<ResolvedExpression> filters,
            Map<String, String> options) {
        BulkReaderFormatFactory factory = (BulkReaderFormatFactory) factory(format);
        BulkDecodingFormat<RowData> decoding = factory.createDecodingFormat(null, options(format, options));
        return ColumnDecoding.of(format, options, decoding)
                .withFilters(filters)
                .format(ScanRuntimeProviderContext.INSTANCE, type, projection);
    }

    /** A path for each column. */
    static int[][] all(DataType type) {
        int[][] all = new int[DataType.getFieldCount(type)][];
        Arrays.setAll(all, index -> new int[] {index});
        return all;
    }

    /** The rows of a range, from a position, in the form in which they can be compared. */
    static List<RowData> read(
            RecordFormat<RowData> format, RowType produced, RecordInput input, ByteRange range, long offset, long skip)
            throws IOException {
        List<RowData> rows = new ArrayList<>();
        try (RecordReader<RowData> reader = format.reader(input, range, offset, skip)) {
            while (reader.next(rows::add) != RecordReader.Outcome.END) {}
        }
        return comparable(produced, rows);
    }

    static List<RowData> read(RecordFormat<RowData> format, RowType produced, byte[] object) throws IOException {
        return read(format, produced, BytesInput.generous(object), new ByteRange(0, object.length), 0, 0);
    }

    /** Rows as bytes, which are equal if the rows are. */
    static List<RowData> comparable(RowType type, List<? extends RowData> rows) {
        List<RowData> binary = new ArrayList<>();
        for (RowData row : rows) {
            binary.add(InternalSerializers.create(type).toBinaryRow(row).copy());
        }
        return binary;
    }

    private static Factory factory(String format) {
        return switch (format) {
            case "parquet" -> new ParquetFileFormatFactory();
            case "orc" -> new OrcFileFormatFactory();
            case "avro" -> new AvroFileFormatFactory();
            default -> throw new IllegalArgumentException(format);
        };
    }

    private static ReadableConfig options(String format, Map<String, String> options) {
        Configuration configuration = new Configuration();
        options.forEach((key, value) -> configuration.setString(key.substring(format.length() + 1), value));
        return configuration;
    }

    private static final class Bytes extends FSDataOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public long getPos() {
            return bytes.size();
        }

        @Override
        public void write(int value) {
            bytes.write(value);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public void flush() {}

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
