package io.spate.source;

import org.apache.flink.api.common.serialization.DeserializationSchema;

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
