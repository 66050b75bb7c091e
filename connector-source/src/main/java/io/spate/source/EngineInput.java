package io.spate.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import io.spate.engine.ByteRange;
import io.spate.engine.ExpectedReads;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.RandomReads;
import io.spate.engine.ReadWindow;

/** An input that is a reader of the engine. What is read beside its sequence takes places of the same window. */
final class EngineInput implements ObjectInput {
    /** What a small read at some position fetches at least: the next ones are near it, as a rule. */
    static final int MINIMUM = 64 << 10;

    private final ObjectReader reader;
    private final ReadWindow window;
    private final boolean ahead;
    private final RandomReads random;
    private ExpectedReads expected;

    /** @param ahead whether what is expected is fetched at once, and not only when the first of it is read */
    EngineInput(ObjectReader reader, ReadWindow window, boolean ahead) {
        this.reader = reader;
        this.window = window;
        this.ahead = ahead;
        this.random = new RandomReads(reader, MINIMUM);
        this.expected = new ExpectedReads(reader, List.of(), window);
    }

    @Override
    public ObjectInfo info() {
        return reader.info();
    }

    @Override
    public long position() {
        return reader.position();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return reader.read(target, offset, length);
    }

    @Override
    public void seek(long position) {
        reader.seek(position);
    }

    @Override
    public void readAt(long from, ByteBuffer target) throws IOException {
        if (expected.holds(from, target.remaining())) {
            expected.fill(from, target);
        } else {
            random.readFully(from, target);
        }
    }

    @Override
    public void expect(List<ByteRange> ranges) {
        expected.close();
        expected = new ExpectedReads(reader, ranges, window);
        if (ahead) {
            expected.prefetch();
        }
    }

    @Override
    public boolean prefetch() {
        return reader.prefetch();
    }

    @Override
    public void wakeUp() {
        reader.wakeUp();
    }

    @Override
    public void close() {
        expected.close();
        reader.close();
    }
}
