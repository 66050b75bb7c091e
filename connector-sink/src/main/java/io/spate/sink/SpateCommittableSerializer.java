package io.spate.sink;

import java.io.IOException;
import java.util.OptionalLong;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.sink.SpateCommittable.PendingObject;
import io.spate.sink.SpateCommittable.VisibleObject;

/** The bytes of what is to be committed, in checkpoints and on the wire. */
final class SpateCommittableSerializer implements SimpleVersionedSerializer<SpateCommittable> {
    private static final String WHAT = "object to be committed";
    private static final int PENDING = 0;
    private static final int VISIBLE = 1;
    private static final long UNKNOWN = -1;

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateCommittable committable) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(512);
        if (committable instanceof PendingObject pending) {
            writePending(pending, out);
        } else if (committable instanceof VisibleObject visible) {
            writeVisible(visible, out);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateCommittable deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        int kind = in.readUnsignedByte();
        SpateCommittable committable =
                switch (kind) {
                    case PENDING -> new PendingObject(StateBytes.readObject(in), in.readUTF(), in.readLong());
                    case VISIBLE -> readVisible(in);
                    default ->
                        throw new IOException(
                                "the " + WHAT + " is of an unknown kind " + kind + ": the checkpoint is damaged");
                };
        StateBytes.checkEnd(WHAT, in);
        return committable;
    }

    private static void writePending(PendingObject pending, DataOutputSerializer out) throws IOException {
        out.writeByte(PENDING);
        StateBytes.writeObject(pending.object(), out);
        out.writeUTF(pending.bucket());
        out.writeLong(pending.records());
    }

    private static void writeVisible(VisibleObject visible, DataOutputSerializer out) throws IOException {
        out.writeByte(VISIBLE);
        StateBytes.writeUri(visible.uri(), out);
        out.writeLong(visible.length());
        out.writeUTF(visible.marker());
        out.writeUTF(visible.etag());
        out.writeUTF(visible.bucket());
        out.writeLong(visible.records().orElse(UNKNOWN));
    }

    private static VisibleObject readVisible(DataInputDeserializer in) throws IOException {
        return new VisibleObject(
                StateBytes.readUri(in),
                in.readLong(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                records(in.readLong()));
    }

    private static OptionalLong records(long written) {
        return written == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(written);
    }
}
