package io.spate.sink;

import java.io.IOException;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of an open object in checkpoints, with those of its tail. */
final class SpateWriterStateSerializer implements SimpleVersionedSerializer<SpateWriterState> {
    private static final String WHAT = "state of an open object";

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateWriterState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(512 + state.object().tail().length);
        StateBytes.writeObject(state.object(), out);
        out.writeUTF(state.bucket());
        out.writeLong(state.records());
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateWriterState deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        SpateWriterState state = new SpateWriterState(StateBytes.readObject(in), in.readUTF(), in.readLong());
        StateBytes.checkEnd(WHAT, in);
        return state;
    }
}
