package io.spate.sink;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.api.common.serialization.SerializationSchema;

import static java.util.Objects.requireNonNull;

/** The formats that come with Spate. */
public final class SinkFormats {
    private static final byte[] LINE_END = {'\n'};
    private static final byte[] NOTHING = {};

    private SinkFormats() {}

    /** Lines of UTF-8 text, {@code \n} behind each. The same as {@link #lines(Charset)}. */
    public static SinkFormat<String> lines() {
        return lines(StandardCharsets.UTF_8);
    }

    /**
     * Lines of text, {@code \n} behind each. A record that would be read back as another fails the job: one with a
     * {@code \n} in it, or with characters that the charset does not have. A {@code \r} at the end of a record is written,
     * but many readers take it for a part of the line end.
     *
     * @throws IllegalArgumentException for charsets with a byte order mark, such as UTF-16 without LE or BE
     */
    public static SinkFormat<String> lines(Charset charset) {
        return new DelimitedFormat<>(new LineSchema(charset), "\n".getBytes(charset));
    }

    /** The bytes of a schema, {@code \n} behind each record. The same as {@link #rows(SerializationSchema, byte[])}. */
    public static <T> SinkFormat<T> rows(SerializationSchema<T> schema) {
        return rows(schema, LINE_END);
    }

    /**
     * The bytes of a schema, a delimiter behind each record. They are written as they are, also if the delimiter is in
     * them, as in CSV with quoted line ends: whoever reads them must know. A schema that makes null of a record fails the
     * job.
     *
     * @param delimiter any bytes; empty for none
     */
    public static <T> SinkFormat<T> rows(SerializationSchema<T> schema, byte[] delimiter) {
        return new DelimitedFormat<>(schema, delimiter);
    }

    /** Bytes as they are, with nothing between the records. */
    public static SinkFormat<byte[]> bytes() {
        return rows(record -> requireNonNull(record, "record is null"), NOTHING);
    }

    /**
     * Formats such as Parquet, Avro and ORC. Objects end with each checkpoint.
     *
     * @param extension what keys end with: a dot and something behind it, such as {@code .parquet}, or empty
     */
    public static <T> SinkFormat<T> bulk(BulkWriter.Factory<T> factory, String extension) {
        return new BulkFormat<>(factory, extension);
    }
}
