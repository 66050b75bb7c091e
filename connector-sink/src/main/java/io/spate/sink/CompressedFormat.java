package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;

/** A row format, compressed. Each flush ends a member or frame, so that the bytes so far can be decompressed. */
final class CompressedFormat<T> implements SinkFormat<T> {
    private static final long serialVersionUID = 1L;

    private final SinkFormat<T> rows;
    private final Compression compression;

    private CompressedFormat(SinkFormat<T> rows, Compression compression) {
        this.rows = rows;
        this.compression = compression;
    }

    /**
     * A format with its bytes compressed; the same one for {@link Compression#NONE}.
     *
     * @throws IllegalArgumentException if the format is none of rows
     */
    static <T> SinkFormat<T> of(SinkFormat<T> rows, Compression compression) {
        if (compression == Compression.NONE) {
            return rows;
        }
        if (rows.endsWithCheckpoint()) {
            throw new IllegalArgumentException("compression " + compression + " is for formats of rows, but "
                    + rows.extension() + " objects have a footer: Parquet, Avro and ORC compress by themselves; set the"
                    + " codec in the writer that was given to SinkFormats.bulk(...)");
        }
        return new CompressedFormat<>(rows, compression);
    }

    @Override
    public void open(InitializationContext context) throws Exception {
        rows.open(context);
    }

    @Override
    public RecordEncoder<T> open(OutputStream out) throws IOException {
        MemberOutput members = new MemberOutput(compression, out);
        boolean begun = false;
        try {
            RecordEncoder<T> encoder = new Encoder<>(rows.open(members), members);
            begun = true;
            return encoder;
        } finally {
            if (!begun) {
                members.discard();
            }
        }
    }

    @Override
    public String extension() {
        return rows.extension() + compression.extension();
    }

    private record Encoder<T>(RecordEncoder<T> encoder, MemberOutput members) implements RecordEncoder<T> {
        @Override
        public void encode(T record) throws IOException {
            encoder.encode(record);
        }

        @Override
        public void flush() throws IOException {
            encoder.flush();
            members.endMember();
        }

        @Override
        public void finish() throws IOException {
            encoder.finish();
            members.finish();
        }

        @Override
        public void close() {
            try {
                encoder.close();
            } finally {
                members.discard();
            }
        }
    }
}
