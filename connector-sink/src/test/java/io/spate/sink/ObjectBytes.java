package io.spate.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** The bytes of an object, of which nobody but the sink may close the stream. */
final class ObjectBytes extends ByteArrayOutputStream {
    @Override
    public void flush() {
        throw new IllegalStateException("the sink decides when bytes are sent");
    }

    @Override
    public void close() {
        throw new IllegalStateException("the sink closes the stream");
    }

    /** Writes an object. */
    static <T> byte[] of(SinkFormat<T> format, List<T> records) throws IOException {
        ObjectBytes object = new ObjectBytes();
        try (RecordEncoder<T> encoder = format.open(object)) {
            for (T record : records) {
                encoder.encode(record);
            }
            encoder.finish();
        }
        return object.toByteArray();
    }
}
