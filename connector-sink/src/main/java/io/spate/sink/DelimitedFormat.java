package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;

import static java.util.Objects.requireNonNull;

/** The bytes that a schema makes of each record, and a delimiter behind them. Nothing is held back. */
final class DelimitedFormat<T> implements SinkFormat<T> {
    private static final long serialVersionUID = 1L;

    private final SerializationSchema<T> schema;
    private final byte[] delimiter;

    DelimitedFormat(SerializationSchema<T> schema, byte[] delimiter) {
        this.schema = requireNonNull(schema, "schema is null");
        this.delimiter = requireNonNull(delimiter, "delimiter is null").clone();
    }

    @Override
    public void open(InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public RecordEncoder<T> open(OutputStream out) {
        return new Encoder(out);
    }

    private byte[] serialize(T record) throws IOException {
        byte[] bytes;
        try {
            bytes = schema.serialize(record);
        } catch (RuntimeException e) {
            throw new IOException("format: " + name() + " cannot serialize a record: " + e.getMessage(), e);
        }
        if (bytes == null) {
            throw new IOException("format: " + name()
                    + " made null of a record; filter out records that are not to be written in front of the sink");
        }
        return bytes;
    }

    private String name() {
        return schema.getClass().getName();
    }

    private final class Encoder implements RecordEncoder<T> {
        private final OutputStream out;

        Encoder(OutputStream out) {
            this.out = out;
        }

        @Override
        public void encode(T record) throws IOException {
            out.write(serialize(record));
            out.write(delimiter);
        }

        @Override
        public void flush() {}

        @Override
        public void finish() {}
    }
}
