package io.spate.source;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EntryQueueTest {
    private final FakeInputs inputs = new FakeInputs(4);
    private final EntryQueue<String> queue = new EntryQueue<>(new Unclosable(), inputs);

    @Test
    void close_readerThatFailsToClose_closesTheOthersAndThenFails() throws IOException {
        addStarted();
        assertThatThrownBy(queue::close).isInstanceOf(IOException.class).hasMessage("a does not close");
        assertThat(inputs.events()).contains("close a", "close b");
        assertThat(inputs.taken()).isZero();
    }

    @Test
    void pause_readerThatFailsToClose_closesTheOthersAndThenFails() throws IOException {
        addStarted();
        assertThatThrownBy(() -> queue.pause("1")).hasMessage("a does not close");
        assertThat(inputs.events()).contains("close a", "close b");
        assertThat(inputs.taken()).isZero();
        queue.close();
        assertThat(queue.head()).isEmpty();
    }

    /** A split of two objects, both of them prefetched and the first of them being read. */
    private void addStarted() throws IOException {
        SpateSplit split = SpateSplit.of(
                "1",
                List.of(
                        SplitEntry.whole(inputs.put("a", new byte[10])),
                        SplitEntry.whole(inputs.put("b", new byte[10]))));
        queue.add(split);
        queue.prefetch();
        assertThat(inputs.taken()).isEqualTo(2);
        queue.head().orElseThrow().next(new Unclosable(), new SimpleCounter(), () -> {}, record -> {});
    }

    /** Its readers read nothing and fail to close. */
    private static final class Unclosable implements RecordFormat<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean isSplittable() {
            return false;
        }

        @Override
        public TypeInformation<String> producedType() {
            return Types.STRING;
        }

        @Override
        public RecordReader<String> reader(RecordInput input, ByteRange range, long position) {
            return new RecordReader<>() {
                @Override
                public Outcome next(Consumer<? super String> out) {
                    return Outcome.WOKEN;
                }

                @Override
                public long position() {
                    return 0;
                }

                @Override
                public void close() throws IOException {
                    throw new IOException(input.info().uri().key() + " does not close");
                }
            };
        }
    }
}
