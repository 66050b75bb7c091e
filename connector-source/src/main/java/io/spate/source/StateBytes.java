package io.spate.source;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/** How the parts of a checkpoint are written, in version 2. Version 1 had no {@code skip} in splits. */
final class StateBytes {
    static final int VERSION = 2;

    private StateBytes() {}

    static void writeSplit(SpateSplit split, DataOutputSerializer out) throws IOException {
        out.writeUTF(split.splitId());
        writeEntries(split.entries(), out);
        out.writeInt(split.entry());
        out.writeLong(split.offset());
        out.writeLong(split.skip());
    }

    static SpateSplit readSplit(int version, DataInputDeserializer in) throws IOException {
        return new SpateSplit(
                in.readUTF(), readEntries(in), in.readInt(), in.readLong(), version == 1 ? 0 : in.readLong());
    }

    static void writeEntries(List<SplitEntry> entries, DataOutputSerializer out) throws IOException {
        out.writeInt(entries.size());
        for (SplitEntry entry : entries) {
            writeObject(entry.object(), out);
            out.writeLong(entry.range().start());
            out.writeLong(entry.range().end());
        }
    }

    static List<SplitEntry> readEntries(DataInputDeserializer in) throws IOException {
        List<SplitEntry> entries = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            entries.add(new SplitEntry(readObject(in), new ByteRange(in.readLong(), in.readLong())));
        }
        return entries;
    }

    /** The reader of bytes of a known version, or an error that names what the bytes are of and their version. */
    static DataInputDeserializer open(String what, int version, byte[] bytes) throws IOException {
        if (version < 1 || version > VERSION) {
            throw new IOException("the " + what + " was written in version " + version
                    + ", but this release of Spate reads versions 1 to " + VERSION
                    + "; restore it with a newer release");
        }
        return new DataInputDeserializer(bytes);
    }

    static void checkEnd(String what, DataInputDeserializer in) throws IOException {
        if (in.available() > 0) {
            throw new IOException(
                    "the " + what + " has " + in.available() + " bytes after its end: the checkpoint is damaged");
        }
    }

    private static void writeObject(ObjectInfo object, DataOutputSerializer out) throws IOException {
        out.writeUTF(object.uri().bucket());
        out.writeUTF(object.uri().key());
        out.writeLong(object.length());
        out.writeUTF(object.etag());
        Instant lastModified = object.lastModified();
        out.writeLong(lastModified.getEpochSecond());
        out.writeInt(lastModified.getNano());
    }

    private static ObjectInfo readObject(DataInputDeserializer in) throws IOException {
        return new ObjectInfo(
                new ObjectUri(in.readUTF(), in.readUTF()),
                in.readLong(),
                in.readUTF(),
                Instant.ofEpochSecond(in.readLong(), in.readInt()));
    }
}
