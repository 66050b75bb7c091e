package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.engine.ObjectUri;
import io.spate.source.DiscoveryState.SeenVersion;

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
        out.writeBoolean(state.discovery().isPresent());
        if (state.discovery().isPresent()) {
            writeDiscovery(state.discovery().get(), out);
        }
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
                readSplits(version, in),
                in.readLong(),
                in.readBoolean() ? Optional.of(readDiscovery(in)) : Optional.empty());
        StateBytes.checkEnd(WHAT, in);
        return state;
    }

    private static List<SpateSplit> readSplits(int version, DataInputDeserializer in) throws IOException {
        List<SpateSplit> splits = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            splits.add(StateBytes.readSplit(version, in));
        }
        return splits;
    }

    private static void writeDiscovery(DiscoveryState discovery, DataOutputSerializer out) throws IOException {
        out.writeInt(discovery.paths().size());
        for (String path : discovery.paths()) {
            out.writeUTF(path);
        }
        out.writeLong(discovery.cursor());
        out.writeLong(discovery.newest());
        out.writeLong(discovery.roundBegan());
        out.writeInt(discovery.seen().size());
        for (Map.Entry<ObjectUri, SeenVersion> seen : discovery.seen().entrySet()) {
            out.writeUTF(seen.getKey().bucket());
            out.writeUTF(seen.getKey().key());
            out.writeUTF(seen.getValue().etag());
            out.writeLong(seen.getValue().lastModified());
        }
    }

    private static DiscoveryState readDiscovery(DataInputDeserializer in) throws IOException {
        List<String> paths = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            paths.add(in.readUTF());
        }
        long cursor = in.readLong();
        long newest = in.readLong();
        long roundBegan = in.readLong();
        Map<ObjectUri, SeenVersion> seen = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            seen.put(new ObjectUri(in.readUTF(), in.readUTF()), new SeenVersion(in.readUTF(), in.readLong()));
        }
        return new DiscoveryState(paths, cursor, newest, roundBegan, seen);
    }
}
