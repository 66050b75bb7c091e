package io.spate.engine.s3;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How many calls of the kernel a body takes, and that it stays what it is. */
class LargeWritesTest {
    @ParameterizedTest
    @CsvSource({"1000000, 1000000", "131072, 131072", "65537, 65537", "1000000, -1"})
    void writeTo_largeBody_goesInLargePieces(int size, long announced) throws IOException {
        byte[] bytes = bytes(size);
        Writes writes = new Writes();

        new LargeWrites(entity(bytes, announced)).writeTo(writes);

        assertThat(writes.toByteArray()).isEqualTo(bytes);
        assertThat(writes.sizes).as("pieces").hasSize((size + (128 << 10) - 1) / (128 << 10));
        assertThat(writes.sizes.subList(0, writes.sizes.size() - 1)).allMatch(piece -> piece == 128 << 10);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "8192", "65536"})
    void writeTo_smallBody_isWrittenAsItIs(int size) throws IOException {
        byte[] bytes = bytes(size);
        Writes writes = new Writes();

        new LargeWrites(entity(bytes, size)).writeTo(writes);

        assertThat(writes.toByteArray()).isEqualTo(bytes);
    }

    private static InputStreamEntity entity(byte[] bytes, long announced) {
        return new InputStreamEntity(new ByteArrayInputStream(bytes), announced, ContentType.DEFAULT_BINARY);
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Notes the size of each write. */
    private static final class Writes extends ByteArrayOutputStream {
        private final List<Integer> sizes = new ArrayList<>();

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            sizes.add(length);
            super.write(bytes, offset, length);
        }

        @Override
        public synchronized void write(int oneByte) {
            sizes.add(1);
            super.write(oneByte);
        }
    }
}
