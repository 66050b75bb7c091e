package io.spate.sink;

import java.io.IOException;
import java.util.Optional;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.engine.PersistedObject;
import io.spate.engine.Upload;

/** The bytes of an open object in checkpoints, with those of its tail. */
final class SpateWriterStateSerializer implements SimpleVersionedSerializer<SpateWriterState> {
    private static final String WHAT = "state of an open object";

    @Override
    public int getVersion() {
        return StateBytes.VERSION;
    }

    @Override
    public byte[] serialize(SpateWriterState state) throws IOException {
        PersistedObject object = state.object();
        DataOutputSerializer out = new DataOutputSerializer(512 + object.tail().length);
        StateBytes.writeUri(object.uri(), out);
        out.writeUTF(object.marker());
        out.writeBoolean(object.upload().isPresent());
        if (object.upload().isPresent()) {
            StateBytes.writeUpload(object.upload().get(), out);
        }
        StateBytes.writeBytes(object.tail(), out);
        out.writeUTF(state.bucket());
        out.writeLong(state.records());
        return out.getCopyOfBuffer();
    }

    @Override
    public SpateWriterState deserialize(int version, byte[] bytes) throws IOException {
        DataInputDeserializer in = StateBytes.open(WHAT, version, bytes);
        PersistedObject object =
                new PersistedObject(StateBytes.readUri(in), in.readUTF(), readUpload(in), StateBytes.readBytes(in));
        SpateWriterState state = new SpateWriterState(object, in.readUTF(), in.readLong());
        StateBytes.checkEnd(WHAT, in);
        return state;
    }

    private static Optional<Upload> readUpload(DataInputDeserializer in) throws IOException {
        return in.readBoolean() ? Optional.of(StateBytes.readUpload(in)) : Optional.empty();
    }
}
