package io.spate.source;

import java.util.Optional;

import org.apache.flink.api.common.serialization.DeserializationSchema;

import io.spate.codec.Codec;

/** The formats that come with Spate. */
public final class Formats {
    private static final int DEFAULT_OBJECT_LIMIT = 256 << 20;

    private Formats() {}

    /** Lines of UTF-8 text. */
    public static LineFormat lines() {
        return LineFormat.utf8();
    }

    /** Lines whose bytes, without the line end, are decoded by a schema: JSON, CSV without quoted line ends, and such. */
    public static <T> RecordFormat<T> deserializer(DeserializationSchema<T> schema) {
        return lines().deserializedBy(schema);
    }

    /**
     * What a format reads, of objects that may be compressed: the ends of their keys tell how, such as {@code .gz}, {@code
     * .zst}, {@code .bz2}, {@code .xz}, {@code .lz4} and {@code .snappy}, as {@link Codec#ofKey} says. Keys that end in a way
     * that is known for compression, but cannot be read, fail the job.
     *
     * <p>Compressed objects are not cut, so one of them is read by one reader. After a restore it is decompressed from its
     * start, and reading goes on behind what was read before. Damaged or incomplete ones fail the job.
     *
     * @param format one that reads lines, or another that takes the end of what it reads from {@link RecordInput#read} or
     *     {@link RecordInput#length()}, and seeks forward only
     * @throws IllegalArgumentException for {@link #wholeObject} and {@link #bytes}, which go by lengths
     */
    public static <T> RecordFormat<T> decompressed(RecordFormat<T> format) {
        return new UnpackedFormat<>(ofRecords(format), Optional.empty(), Optional.empty());
    }

    /** The same, of objects that are compressed as said, whatever their keys are. */
    public static <T> RecordFormat<T> decompressed(RecordFormat<T> format, Codec codec) {
        return new UnpackedFormat<>(ofRecords(format), Optional.of(codec), Optional.empty());
    }

    private static <T> RecordFormat<T> ofRecords(RecordFormat<T> format) {
        if (format instanceof WholeObjectFormat || format instanceof ChunkFormat) {
            throw new IllegalArgumentException(
                    "wholeObject and bytes read objects as they are, and go by their lengths:"
                            + " decompress formats of lines, such as Formats.lines()");
        }
        return format;
    }

    /** Each object as one record, empty ones too, up to 256 MiB. */
    public static RecordFormat<ObjectContent> wholeObject() {
        return wholeObject(DEFAULT_OBJECT_LIMIT);
    }

    /**
     * Each object as one record, empty ones too.
     *
     * @param maxLength bytes; a larger object is an error
     */
    public static RecordFormat<ObjectContent> wholeObject(int maxLength) {
        return new WholeObjectFormat(maxLength);
    }

    /**
     * The bytes of objects in chunks that start at the multiples of their size; the last of an object may be shorter.
     *
     * @param chunkSize bytes, at least 1
     */
    public static RecordFormat<ByteChunk> bytes(int chunkSize) {
        return new ChunkFormat(chunkSize);
    }
}
