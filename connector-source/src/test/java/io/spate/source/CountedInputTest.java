package io.spate.source;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectInfo;

import static org.assertj.core.api.Assertions.assertThat;

class CountedInputTest {
    private final SimpleCounter bytes = new SimpleCounter();
    private final AtomicInteger prefetches = new AtomicInteger();

    @Test
    void read_bytes_countsThemAndPrefetchesNowAndThen() throws IOException {
        byte[] object = new byte[5 * CountedInput.BYTES_PER_PREFETCH];
        CountedInput input = counted(BytesInput.generous(object));
        byte[] target = new byte[1 << 10];
        while (input.position() < object.length) {
            assertThat(input.read(target, 0, target.length)).isPositive();
        }
        assertThat(bytes.getCount()).isEqualTo(object.length);
        assertThat(prefetches).hasValue(5);
    }

    @Test
    void read_endOfTheObject_isBrokenOnlyIfTooEarly() throws IOException {
        CountedInput complete = counted(BytesInput.generous(new byte[0]));
        assertThat(complete.read(new byte[1], 0, 1)).isNegative();
        assertThat(complete.isBroken()).isFalse();

        CountedInput cut = counted(new Longer(BytesInput.generous(new byte[0])));
        assertThat(cut.read(new byte[1], 0, 1)).isNegative();
        assertThat(cut.isBroken()).isTrue();
    }

    private CountedInput counted(RecordInput input) {
        return new CountedInput(input, bytes, prefetches::incrementAndGet);
    }

    /** Claims to be longer than it is. */
    private record Longer(RecordInput input) implements RecordInput {
        @Override
        public ObjectInfo info() {
            return TestObjects.object("key", input.info().length() + 1);
        }

        @Override
        public long position() {
            return input.position();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return input.read(target, offset, length);
        }

        @Override
        public void seek(long position) {
            input.seek(position);
        }
    }
}
