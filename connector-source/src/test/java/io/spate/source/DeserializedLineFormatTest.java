package io.spate.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.Collector;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;
import io.spate.source.FormatReading.Unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeserializedLineFormatTest {
    /** Numbers between commas. */
    private static final class Numbers extends AbstractDeserializationSchema<Integer> {
        private static final long serialVersionUID = 1L;
        private boolean opened;

        Numbers() {
            super(Integer.class);
        }

        @Override
        public void open(InitializationContext context) {
            opened = context.getMetricGroup() != null && context.getUserCodeClassLoader() != null;
        }

        @Override
        public Integer deserialize(byte[] message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deserialize(byte[] message, Collector<Integer> out) {
            for (String number : new String(message, StandardCharsets.UTF_8).split(",", -1)) {
                if (!number.isEmpty()) {
                    out.collect(Integer.parseInt(number));
                }
            }
        }
    }

    @Test
    void records_ofOneLine_areOneUnit() throws IOException {
        byte[] object = "1,2,3\r\n\n4\n".getBytes(StandardCharsets.UTF_8);
        List<Unit<Integer>> units = FormatReading.units(
                Formats.deserializer(new Numbers()), object, new ByteRange(0, object.length), 0, new Random(1));
        assertThat(units)
                .isEqualTo(
                        List.of(new Unit<>(List.of(1, 2, 3), 7), new Unit<>(List.of(), 8), new Unit<>(List.of(4), 10)));
    }

    @Test
    void line_thatTheSchemaCannotDecode_failsNamingObjectAndOffset() {
        byte[] object = "1|x|3".getBytes(StandardCharsets.UTF_8);
        RecordFormat<Integer> format = Formats.lines().delimiter("|").deserializedBy(new Numbers());
        assertThatThrownBy(() -> FormatReading.records(format, object))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("spate://bucket/key", "offset 2")
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    @Test
    void open_format_opensTheSchema() throws Exception {
        Numbers schema = new Numbers();
        RecordFormat<Integer> format = Formats.deserializer(schema);
        format.open(new RecordFormat.Context() {
            @Override
            public MetricGroup metricGroup() {
                return new UnregisteredMetricsGroup();
            }

            @Override
            public UserCodeClassLoader userCodeClassLoader() {
                return SimpleUserCodeClassLoader.create(DeserializedLineFormatTest.class.getClassLoader());
            }
        });
        assertThat(schema.opened).isTrue();
        assertThat(format.producedType()).isEqualTo(schema.getProducedType());
        assertThat(format.isSplittable()).isTrue();
    }
}
