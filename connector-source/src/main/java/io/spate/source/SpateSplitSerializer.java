package io.spate.source;

import java.io.IOException;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of a split in checkpoints and on the wire. */
final class SpateSplitSerializer implements SimpleVersionedSerializer<SpateSplit> {
    private static final String WHAT = "split";

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        StateBytes.writeSplit(split, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateSplit deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        SpateSplit split = StateBytes.readSplit(version, in);
        StateBytes.checkEnd(WHAT, in);
        return split;
    }
}
