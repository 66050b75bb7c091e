package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;
import io.spate.source.FormatReading.Unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BytesFormatsTest {
    private static final String URI = "spate://bucket/key";

    @Test
    void wholeObject_anyLength_isOneRecord() throws IOException {
        for (int length : new int[] {0, 1, 1000}) {
            byte[] object = random(length);
            List<Unit<ObjectContent>> units =
                    FormatReading.units(Formats.wholeObject(), object, new ByteRange(0, length), 0, new Random(length));
            assertThat(units)
                    .isEqualTo(List.of(new Unit<>(
                            List.of(new ObjectContent(URI, "etag-key", 1_700_000_000_000L, object)), length)));
        }
    }

    @Test
    void wholeObject_aboveTheLimit_failsNamingObjectLengthAndLimit() {
        assertThatThrownBy(() -> FormatReading.records(Formats.wholeObject(9), new byte[10]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(URI, "10 bytes", "limit of 9", "wholeObject(maxLength)");
        assertThat(Formats.wholeObject().isSplittable()).isFalse();
    }

    @Test
    void chunks_anyRangesAndPositions_areAlignedAndComplete() throws IOException {
        Random random = new Random(5);
        for (int round = 0; round < 500; round++) {
            byte[] object = random(random.nextInt(200));
            int size = 1 + random.nextInt(40);
            List<ByteChunk> expected = new ArrayList<>();
            for (int start = 0; start < object.length; start += size) {
                expected.add(new ByteChunk(
                        URI, start, Arrays.copyOfRange(object, start, Math.min(object.length, start + size))));
            }
            assertThat(chunksOfRanges(Formats.bytes(size), object, random)).isEqualTo(expected);
        }
    }

    private static List<ByteChunk> chunksOfRanges(RecordFormat<ByteChunk> format, byte[] object, Random random)
            throws IOException {
        List<ByteChunk> chunks = new ArrayList<>();
        for (ByteRange range : FormatReading.cut(object.length, random)) {
            List<Unit<ByteChunk>> units = FormatReading.units(format, object, range, range.start(), random);
            chunks.addAll(FormatReading.records(units));
            for (int done = 0; done < units.size(); done++) {
                assertThat(FormatReading.units(
                                format, object, range, units.get(done).next(), random))
                        .isEqualTo(units.subList(done + 1, units.size()));
            }
        }
        return chunks;
    }

    @Test
    void chunks_expectedRange_isThatOfTheChunksThatStartInTheRange() {
        RecordFormat<ByteChunk> format = Formats.bytes(100);
        assertThat(format.expectedRange(TestObjects.object("key", 1000), new ByteRange(150, 350)))
                .isEqualTo(new ByteRange(200, 400));
        assertThat(format.expectedRange(TestObjects.object("key", 370), new ByteRange(310, 370)))
                .isEqualTo(new ByteRange(370, 370));
    }

    @Test
    void chunks_ofNoSize_areRefused() {
        assertThatThrownBy(() -> Formats.bytes(0)).hasMessageContaining("chunkSize");
    }

    @Test
    void types_ofRecords_arePojosThatSurviveARoundTrip() throws IOException {
        ObjectContent content = new ObjectContent(URI, "e", 3, random(5));
        assertThat(roundTrip(Formats.wholeObject().producedType(), content)).isEqualTo(content);
        ByteChunk chunk = new ByteChunk(URI, 7, random(5));
        assertThat(roundTrip(Formats.bytes(5).producedType(), chunk)).isEqualTo(chunk);
    }

    private static <T> T roundTrip(TypeInformation<T> type, T value) throws IOException {
        assertThat(type).isInstanceOf(PojoTypeInfo.class);
        SerializerConfigImpl config = new SerializerConfigImpl();
        config.setGenericTypes(false);
        DataOutputSerializer out = new DataOutputSerializer(64);
        type.createSerializer(config).serialize(value, out);
        return type.createSerializer(config).deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
