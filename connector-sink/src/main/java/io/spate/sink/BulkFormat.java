package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;

import org.apache.flink.api.common.serialization.BulkWriter;

import static java.util.Objects.requireNonNull;

/** Records written by one of Flink's bulk writers, an object from its first record to its footer. */
final class BulkFormat<T> implements SinkFormat<T> {
    private static final long serialVersionUID = 1L;

    private final BulkWriter.Factory<T> factory;
    private final String extension;

    BulkFormat(BulkWriter.Factory<T> factory, String extension) {
        this.factory = requireNonNull(factory, "factory is null");
        this.extension = KeyTemplate.requireExtension(requireNonNull(extension, "extension is null"));
    }

    @Override
    public RecordEncoder<T> open(OutputStream out) throws IOException {
        return new Encoder<>(factory.create(new PositionOutput(out)));
    }

    @Override
    public String extension() {
        return extension;
    }

    @Override
    public boolean endsWithCheckpoint() {
        return true;
    }

    private record Encoder<T>(BulkWriter<T> writer) implements RecordEncoder<T> {
        @Override
        public void encode(T record) throws IOException {
            writer.addElement(record);
        }

        @Override
        public void flush() throws IOException {
            writer.flush();
        }

        @Override
        public void finish() throws IOException {
            writer.flush();
            writer.finish();
        }
    }
}
