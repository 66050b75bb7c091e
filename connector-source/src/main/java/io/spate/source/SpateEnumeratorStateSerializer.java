package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of the enumerator in checkpoints. */
final class SpateEnumeratorStateSerializer implements SimpleVersionedSerializer<SpateEnumeratorState> {
    private static final String WHAT = "state of the split enumerator";

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateEnumeratorState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        out.writeInt(state.pathIndex());
        out.writeUTF(state.path());
        out.writeUTF(state.cursor());
        out.writeBoolean(state.matched());
        StateBytes.writeEntries(state.unplanned(), out);
        out.writeInt(state.unassigned().size());
        for (SpateSplit split : state.unassigned()) {
            StateBytes.writeSplit(split, out);
        }
        out.writeLong(state.nextSplitId());
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateEnumeratorState deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        SpateEnumeratorState state = new SpateEnumeratorState(
                in.readInt(),
                in.readUTF(),
                in.readUTF(),
                in.readBoolean(),
                StateBytes.readEntries(in),
                readSplits(in),
                in.readLong());
        StateBytes.checkEnd(WHAT, in);
        return state;
    }

    private static List<SpateSplit> readSplits(DataInputDeserializer in) throws IOException {
        List<SpateSplit> splits = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            splits.add(StateBytes.readSplit(in));
        }
        return splits;
    }
}
