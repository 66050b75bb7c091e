package io.spate.sink;

import java.io.IOException;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.sink.ObjectLedger.Entry;
import io.spate.sink.SpateCommittable.VisibleObject;

/** The bytes of an object in checkpoints that no manifest has named yet. */
final class LedgerEntrySerializer implements SimpleVersionedSerializer<Entry> {
    private static final String WHAT = "object to be named in a manifest";

    private final SpateCommittableSerializer committables = new SpateCommittableSerializer();

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(Entry entry) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        out.writeLong(entry.checkpoint());
        StateBytes.writeBytes(committables.serialize(entry.object()), out);
        return out.getCopyOfBuffer();
    }

    @Override
    public Entry deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        long checkpoint = in.readLong();
        SpateCommittable object = committables.deserialize(version, StateBytes.readBytes(in));
        StateBytes.checkEnd(WHAT, in);
        if (object instanceof VisibleObject visible) {
            return new Entry(checkpoint, visible);
        }
        throw new IOException("the " + WHAT + " is something else: the checkpoint is damaged");
    }
}
