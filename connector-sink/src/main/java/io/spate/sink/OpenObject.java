package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.metrics.Counter;

import io.spate.engine.ObjectWriter;

/** An object that takes the records of a bucket. Used by the task. */
final class OpenObject<T> {
    private final String bucket;
    private final ObjectWriter writer;
    private final RecordEncoder<T> encoder;
    private final long openedAt;
    private long lastWriteAt;
    private long records;
    private boolean encoding;

    /**
     * @param bytes counts what the encoder hands over
     * @param now milliseconds
     */
    OpenObject(String bucket, ObjectWriter writer, SinkFormat<T> format, Counter bytes, long now) throws IOException {
        this.bucket = bucket;
        this.writer = writer;
        this.openedAt = now;
        this.lastWriteAt = now;
        try {
            this.encoder = format.open(new WriterStream(writer, bytes));
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    void encode(T record, long now) throws IOException {
        encoding = true;
        try {
            encoder.encode(record);
        } finally {
            encoding = false;
        }
        records++;
        lastWriteAt = now;
    }

    /** Hands all bytes of the records so far over to the writer. */
    void flush() throws IOException {
        encoding = true;
        try {
            encoder.flush();
        } finally {
            encoding = false;
        }
    }

    /** Hands over what is left. It is up to the caller then to end the writer, and to close this. */
    void finishRecords() throws IOException {
        encoder.finish();
    }

    /** Gives memory back. What was not ended stays as the store has it. */
    void close() {
        try {
            encoder.close();
        } finally {
            writer.close();
        }
    }

    boolean isDue(Rolling rolling, long now) {
        return writer.isFull() || rolling.isDue(writer.length(), records, openedAt, lastWriteAt, now);
    }

    /** Milliseconds, when it is due if it gets no other record. */
    long nextCheckAt(Rolling rolling) {
        return rolling.nextCheckAt(openedAt, lastWriteAt);
    }

    /** Whether ending it would free memory, and is possible: it is not in the middle of a record. */
    boolean canBeRelieved() {
        return !encoding && writer.bufferedBytes() > 0;
    }

    /** Bytes that a checkpoint would have to hold itself. */
    long tailBytes() {
        return writer.tailBytes();
    }

    String bucket() {
        return bucket;
    }

    long records() {
        return records;
    }

    ObjectWriter writer() {
        return writer;
    }

    /** Milliseconds, when its first record came. */
    long openedAt() {
        return openedAt;
    }

    /** What encoders write to. Flushing and closing it has no effect: parts are sent when they are full. */
    private static final class WriterStream extends OutputStream {
        private final ObjectWriter writer;
        private final Counter bytes;
        private final byte[] single = new byte[1];

        WriterStream(ObjectWriter writer, Counter bytes) {
            this.writer = writer;
            this.bytes = bytes;
        }

        @Override
        public void write(int value) throws IOException {
            single[0] = (byte) value;
            write(single, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            writer.write(source, offset, length);
            bytes.inc(length);
        }
    }
}
