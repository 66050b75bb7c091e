package io.spate.source;

import java.io.IOException;

import org.apache.flink.metrics.Counter;

import io.spate.engine.ObjectInfo;

/** Counts the bytes that are read. */
record CountedInput(RecordInput input, Counter bytes) implements RecordInput {
    @Override
    public ObjectInfo info() {
        return input.info();
    }

    @Override
    public long position() {
        return input.position();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = input.read(target, offset, length);
        if (count > 0) {
            bytes.inc(count);
        }
        return count;
    }

    @Override
    public void seek(long position) {
        input.seek(position);
    }
}
