package io.spate.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * {@link NumberedLines} as rows of a number and a text, in objects of some format.
 *
 * @param count how many rows there are
 */
record NumberedRows(NumberedLines lines, int count) {
    static final String COLUMNS = "(id INT, text STRING)";

    private static final int ROW_GROUP_BYTES = 64 << 10;
    private static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message row { required int32 id; required binary text (STRING); }");

    byte[] csv() {
        return text(line -> line.replaceFirst(" ", ","));
    }

    byte[] json() {
        return text(line -> "{\"id\":" + line.replaceFirst(" ", ",\"text\":\"") + "\"}");
    }

    byte[] gzipOfJson() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json());
        }
        return bytes.toByteArray();
    }

    /** Has many row groups. */
    byte[] parquet(Path directory) throws IOException {
        Path file = directory.resolve("rows.parquet");
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))
                .withType(SCHEMA)
                .withRowGroupSize((long) ROW_GROUP_BYTES)
                .build()) {
            for (int i = 0; i < count; i++) {
                String line = lines.line(i);
                writer.write(groups.newGroup().append("id", i).append("text", line.substring(line.indexOf(' ') + 1)));
            }
        }
        return Files.readAllBytes(file);
    }

    private interface Line {
        String of(String line);
    }

    private byte[] text(Line line) {
        return IntStream.range(0, count)
                .mapToObj(i -> line.of(lines.line(i)) + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }
}
