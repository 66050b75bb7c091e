package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Optional;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.table.data.RowData;

/** Rows as lines of text, behind a line of the names of their columns if readers want it. */
final class RowFormat implements SinkFormat<RowData> {
    private static final long serialVersionUID = 1L;

    private final SerializationSchema<RowData> schema;
    private final RowText text;
    private final String extension;

    /** Null if there is none, since an Optional cannot be serialised. */
    private final RowHeader header;

    RowFormat(SerializationSchema<RowData> schema, RowText text, String extension, Optional<RowHeader> header) {
        this.schema = schema;
        this.text = text;
        this.extension = KeyTemplate.requireExtension(extension);
        this.header = header.orElse(null);
    }

    @Override
    public void open(InitializationContext context) throws Exception {
        schema.open(context);
        if (header != null) {
            header.open(context);
        }
    }

    @Override
    public RecordEncoder<RowData> open(OutputStream out) throws IOException {
        Encoder encoder = new Encoder(out, text.charset());
        if (header != null) {
            encoder.write(header.bytes());
        }
        return encoder;
    }

    @Override
    public String extension() {
        return extension;
    }

    private byte[] serialize(RowData row) throws IOException {
        byte[] bytes;
        try {
            bytes = schema.serialize(row);
        } catch (RuntimeException e) {
            throw new IOException("format '" + text.format() + "' cannot write a row: " + e.getMessage(), e);
        }
        if (bytes == null) {
            throw new IOException("format '" + text.format()
                    + "' has no bytes for a row without a value; leave such rows out in the query");
        }
        return bytes;
    }

    private final class Encoder implements RecordEncoder<RowData> {
        private final OutputStream out;
        private final Charset charset;
        private final byte[] lineEnd;

        Encoder(OutputStream out, Charset charset) {
            this.out = out;
            this.charset = charset;
            this.lineEnd = "\n".getBytes(charset);
        }

        @Override
        public void encode(RowData row) throws IOException {
            write(serialize(row));
        }

        void write(byte[] row) throws IOException {
            out.write(text.line(row, charset));
            out.write(lineEnd);
        }

        @Override
        public void flush() {}

        @Override
        public void finish() {}
    }
}
