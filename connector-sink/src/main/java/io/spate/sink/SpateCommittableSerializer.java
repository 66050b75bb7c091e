package io.spate.sink;

import java.io.IOException;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of what is to be committed, in checkpoints and on the wire. */
final class SpateCommittableSerializer implements SimpleVersionedSerializer<SpateCommittable> {
    private static final String WHAT = "object to be committed";

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateCommittable committable) throws IOException {
        DataOutputSerializer out =
                new DataOutputSerializer(512 + committable.object().tail().length);
        StateBytes.writeObject(committable.object(), out);
        out.writeUTF(committable.bucket());
        out.writeLong(committable.records());
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateCommittable deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        SpateCommittable committable = new SpateCommittable(StateBytes.readObject(in), in.readUTF(), in.readLong());
        StateBytes.checkEnd(WHAT, in);
        return committable;
    }
}
