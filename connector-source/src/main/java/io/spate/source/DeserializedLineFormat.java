package io.spate.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.Collector;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/** Lines whose bytes are decoded by one of Flink's schemas. All records of one line are one unit. */
final class DeserializedLineFormat<T> implements RecordFormat<T> {
    private static final long serialVersionUID = 1L;

    private final LineFormat lines;
    private final DeserializationSchema<T> schema;

    DeserializedLineFormat(LineFormat lines, DeserializationSchema<T> schema) {
        this.lines = lines;
        this.schema = schema;
    }

    @Override
    public boolean isSplittable() {
        return lines.isSplittable();
    }

    @Override
    public TypeInformation<T> producedType() {
        return schema.getProducedType();
    }

    @Override
    public void open(Context context) throws Exception {
        schema.open(SchemaContext.of(context));
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return lines.expectedRange(object, range);
    }

    @Override
    public RecordReader<T> reader(RecordInput input, ByteRange range, long position) {
        LineDecoder<T> decoder = this::decode;
        return lines.reader(input, range, position, decoder);
    }

    private void decode(ObjectUri object, long position, byte[] buffer, int start, int length, Consumer<? super T> out)
            throws IOException {
        // The one copy there has to be: schemas take an array that is theirs.
        byte[] line = Arrays.copyOfRange(buffer, start, start + length);
        try {
            schema.deserialize(line, new Forward<>(out));
        } catch (IOException | RuntimeException e) {
            throw BadRecordException.of(object, position, line, e);
        }
    }

    private record Forward<T>(Consumer<? super T> out) implements Collector<T> {
        @Override
        public void collect(T record) {
            out.accept(record);
        }

        @Override
        public void close() {}
    }
}
