package io.spate.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.Collector;
import org.apache.flink.util.UserCodeClassLoader;

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
        schema.open(new DeserializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return context.metricGroup();
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return context.userCodeClassLoader();
            }
        });
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
        try {
            schema.deserialize(Arrays.copyOfRange(buffer, start, start + length), new Forward<>(out));
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "read " + object + ": the schema cannot decode the line of " + length + " bytes at offset "
                            + position + ": " + e.getMessage(),
                    e);
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
