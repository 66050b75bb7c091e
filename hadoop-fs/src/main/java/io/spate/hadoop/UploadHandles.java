package io.spate.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.fs.BBPartHandle;
import org.apache.hadoop.fs.BBUploadHandle;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.UploadHandle;

import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.Upload;

/** Uploads and parts as the bytes that Hadoop passes on between processes: lines of text. Pure. */
final class UploadHandles {
    private static final String SEPARATOR = "\n";

    private UploadHandles() {}

    static UploadHandle of(Upload upload) {
        return BBUploadHandle.from(bytes(upload.marker() + SEPARATOR + upload.uploadId()));
    }

    /** The upload, without its parts; of bytes that no {@link #of} gave, one that no store has. */
    static Upload upload(ObjectUri uri, UploadHandle handle) {
        String text = text(handle.toByteArray());
        int end = text.indexOf(SEPARATOR);
        return new Upload(uri, text.substring(end + 1), end < 0 ? "" : text.substring(0, end));
    }

    static PartHandle of(Part part) {
        return BBPartHandle.from(bytes(part.number() + SEPARATOR + part.length() + SEPARATOR + part.etag()));
    }

    /**
     * The parts in order.
     *
     * @throws IOException if a handle is none, or of another number than it is said to be
     */
    static List<Part> parts(Map<Integer, PartHandle> handles) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Map.Entry<Integer, PartHandle> handle : new TreeMap<>(handles).entrySet()) {
            Part part = part(text(handle.getValue().toByteArray()));
            if (part.number() != handle.getKey()) {
                throw new IOException("the handle of part " + handle.getKey() + " is one of part " + part.number());
            }
            parts.add(part);
        }
        return parts;
    }

    private static Part part(String text) throws IOException {
        String[] fields = text.split(SEPARATOR, 3);
        try {
            return new Part(Integer.parseInt(fields[0]), fields[2], Long.parseLong(fields[1]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not the handle of a part: '" + text + "'", e);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
