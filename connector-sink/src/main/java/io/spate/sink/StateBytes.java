package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.PersistedObject;
import io.spate.engine.StoredHeader;
import io.spate.engine.Upload;

/** How the parts of a checkpoint are written, in version 1. Later versions read it beside their own. */
final class StateBytes {
    static final int VERSION = 1;

    private StateBytes() {}

    static void writeObject(PersistedObject object, DataOutputSerializer out) throws IOException {
        writeUri(object.uri(), out);
        out.writeUTF(object.marker());
        writeAttributes(object.attributes(), out);
        out.writeBoolean(object.upload().isPresent());
        if (object.upload().isPresent()) {
            writeUpload(object.upload().get(), out);
        }
        writeBytes(object.tail(), out);
    }

    static PersistedObject readObject(DataInputDeserializer in) throws IOException {
        return new PersistedObject(
                readUri(in),
                in.readUTF(),
                readAttributes(in),
                in.readBoolean() ? Optional.of(readUpload(in)) : Optional.empty(),
                readBytes(in));
    }

    private static void writeAttributes(ObjectAttributes attributes, DataOutputSerializer out) throws IOException {
        out.writeShort(attributes.headers().size());
        for (Map.Entry<StoredHeader, String> header : attributes.headers().entrySet()) {
            out.writeUTF(header.getKey().name());
            out.writeUTF(header.getValue());
        }
        out.writeShort(attributes.metadata().size());
        for (Map.Entry<String, String> entry : attributes.metadata().entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeUTF(entry.getValue());
        }
    }

    private static ObjectAttributes readAttributes(DataInputDeserializer in) throws IOException {
        Map<StoredHeader, String> headers = new EnumMap<>(StoredHeader.class);
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            headers.put(StoredHeader.valueOf(in.readUTF()), in.readUTF());
        }
        Map<String, String> metadata = new TreeMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            metadata.put(in.readUTF(), in.readUTF());
        }
        return new ObjectAttributes(headers, metadata);
    }

    private static void writeUpload(Upload upload, DataOutputSerializer out) throws IOException {
        writeUri(upload.uri(), out);
        out.writeUTF(upload.uploadId());
        out.writeUTF(upload.marker());
        out.writeInt(upload.parts().size());
        for (Part part : upload.parts()) {
            out.writeShort(part.number());
            out.writeUTF(part.etag());
            out.writeLong(part.length());
        }
    }

    private static Upload readUpload(DataInputDeserializer in) throws IOException {
        ObjectUri uri = readUri(in);
        String uploadId = in.readUTF();
        String marker = in.readUTF();
        List<Part> parts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            parts.add(new Part(in.readUnsignedShort(), in.readUTF(), in.readLong()));
        }
        return new Upload(uri, uploadId, marker, parts);
    }

    static void writeUri(ObjectUri uri, DataOutputSerializer out) throws IOException {
        out.writeUTF(uri.bucket());
        out.writeUTF(uri.key());
    }

    static ObjectUri readUri(DataInputDeserializer in) throws IOException {
        return new ObjectUri(in.readUTF(), in.readUTF());
    }

    static void writeBytes(byte[] bytes, DataOutputSerializer out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInputDeserializer in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("there should be " + length + " bytes, but " + in.available()
                    + " are left: the checkpoint is damaged");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** The reader of bytes of a known version, or an error that names what the bytes are of and their version. */
    static DataInputDeserializer open(String what, int version, byte[] bytes) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "the " + what + " was written in version " + version + ", but this release of Spate reads version "
                            + VERSION + " only; restore it with a newer release");
        }
        return new DataInputDeserializer(bytes);
    }

    static void checkEnd(String what, DataInputDeserializer in) throws IOException {
        if (in.available() > 0) {
            throw new IOException(
                    "the " + what + " has " + in.available() + " bytes after its end: the checkpoint is damaged");
        }
    }
}
