package io.spate.hadoop;

import java.io.IOException;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Parquet files of numbers in a file system: column c of row r has {@code r * 31 + c}. */
final class ParquetFiles {
    static final int COLUMNS = 20;
    static final int ROWS = 60_000;

    /** How a stream is opened. */
    interface Opener {
        FSDataInputStream open() throws Exception;
    }

    private ParquetFiles() {}

    static MessageType schema(int... columns) {
        Types.MessageTypeBuilder builder = Types.buildMessage();
        for (int column : columns) {
            builder.required(PrimitiveTypeName.INT64).named("c" + column);
        }
        return builder.named("numbers");
    }

    static long value(int row, int column) {
        return row * 31L + column;
    }

    /** Writes some megabytes in several row groups, neither compressed nor by dictionary. */
    static void write(SpateFileSystem fileSystem, Path path) throws IOException {
        MessageType schema = schema(java.util.stream.IntStream.range(0, COLUMNS).toArray());
        try (ParquetWriter<org.apache.parquet.example.data.Group> writer = ExampleParquetWriter.builder(
                        output(fileSystem, path))
                .withType(schema)
                .withDictionaryEncoding(false)
                .withRowGroupSize(4L << 20)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                SimpleGroup group = new SimpleGroup(schema);
                for (int column = 0; column < COLUMNS; column++) {
                    group.add(column, value(row, column));
                }
                writer.write(group);
            }
        }
    }

    static InputFile input(long length, Opener opener) {
        return new InputFile() {
            @Override
            public long getLength() {
                return length;
            }

            @Override
            public SeekableInputStream newStream() throws IOException {
                try {
                    return HadoopStreams.wrap(opener.open());
                } catch (IOException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IOException(e);
                }
            }
        };
    }

    private static OutputFile output(SpateFileSystem fileSystem, Path path) {
        return new OutputFile() {
            @Override
            public PositionOutputStream create(long blockSizeHint) throws IOException {
                return HadoopStreams.wrap(fileSystem.create(path));
            }

            @Override
            public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
                return create(blockSizeHint);
            }

            @Override
            public boolean supportsBlockSize() {
                return false;
            }

            @Override
            public long defaultBlockSize() {
                return 0;
            }
        };
    }
}
